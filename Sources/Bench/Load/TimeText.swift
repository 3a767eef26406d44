/// A span of time as it is typed in an objective or a threshold: `250us`, `5ms`, `1.5s`.
enum TimeText {
    private static let units: [(suffix: String, nanoseconds: Double)] = [
        ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9),
    ]
    /// An hour; no operation may take as long.
    private static let largestNanoseconds = 3600e9

    /// Nil for anything else, for nothing and for more than an hour.
    static func nanoseconds(_ text: some StringProtocol) -> UInt64? {
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
            let number = Double(text.dropLast(unit.suffix.count))
        else { return nil }
        let nanoseconds = number * unit.nanoseconds
        return nanoseconds >= 1 && nanoseconds <= largestNanoseconds ? UInt64(nanoseconds) : nil
    }
}
