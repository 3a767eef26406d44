import WireProtocol

/// Amounts as people read and type them: minor 5 USD is `0.05`, −175 is `-1.75`, JPY 80 is `80`.
extension Amount {
    public func decimal(_ currency: Currency) -> String {
        let unit = currency.minorUnitsPerUnit.magnitude
        let sign = minorUnits < 0 ? "-" : ""
        let whole = minorUnits.magnitude / unit
        guard currency.digits > 0 else { return "\(sign)\(whole)" }
        let part = String(minorUnits.magnitude % unit)
        let zeros = String(repeating: "0", count: currency.digits - part.count)
        return "\(sign)\(whole).\(zeros)\(part)"
    }

    /// Reads `1.75`, `2` or `-0.5`, with no more digits than the currency has; nil for anything else and beyond
    /// the range of the wire.
    public init?(decimal text: String, _ currency: Currency) {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let parts = text.dropFirst(isNegative ? 1 : 0)
            .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : ""
        guard let whole = parts.first, !whole.isEmpty, fraction.utf8.count <= currency.digits,
            parts.count == 1 || !fraction.isEmpty,
            (whole + fraction).utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let digits = Int64(
                String(whole + fraction)
                    + String(repeating: "0", count: currency.digits - fraction.utf8.count)),
            digits <= WireInteger.range.upperBound
        else { return nil }
        self.init(isNegative ? -digits : digits)
    }
}
