public import WireProtocol

extension ValidityBound {
    /// Reads an RFC 3339 instant or `YYYY-MM-DD`; nil for anything else and for days that no calendar has.
    public init?(_ text: String) {
        if let instant = Timestamp(rfc3339: text) {
            self = .instant(instant)
            return
        }
        // Whether the calendar has the day is the instant's own check.
        let bytes = Array(text.utf8)
        guard bytes.count == 10, Timestamp(rfc3339: text + "T00:00:00Z") != nil,
            let year = Int(text.prefix(4)), let month = Int(text.dropFirst(5).prefix(2)),
            let day = Int(text.dropFirst(8))
        else { return nil }
        self = .day(year: year, month: month, day: day)
    }

    public var text: String {
        switch self {
        case .instant(let instant): instant.rfc3339
        case .day(let year, let month, let day):
            "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
        }
    }

    private func padded(_ number: Int, to digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

extension ValidityBound: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let bound = ValidityBound(text) else {
            throw FieldProblem(
                code: "invalid_request",
                message: "must be an instant (2026-06-19T12:00:00Z) or a day (2026-06-19)"
            )
            .decodingError(at: decoder.codingPath)
        }
        self = bound
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension ValidityBound: WireDescribable {
    public static var schema: Schema {
        .either([.string(format: "date-time"), .string(format: "date")])
    }
    public static var example: ValidityBound { .instant(Timestamp(milliseconds: 0)) }
}
