/// RFC 3339 text: UTC with three digits when written; any offset and any number of digits when read, cut to
/// milliseconds.
extension Timestamp {
    /// The day in UTC.
    public var date: CivilDate { CivilDate(daysSinceEpoch: daysAndRest.days) }

    public var rfc3339: String {
        let (days, rest) = daysAndRest
        let date = CivilDate(daysSinceEpoch: days)
        let hours = padded(rest / 3_600_000, 2)
        let minutes = padded(rest / 60_000 % 60, 2)
        let seconds = padded(rest / 1000 % 60, 2)
        let day =
            "\(padded(Int64(date.year), 4))-\(padded(Int64(date.month), 2))-\(padded(Int64(date.day), 2))"
        return "\(day)T\(hours):\(minutes):\(seconds).\(padded(rest % 1000, 3))Z"
    }

    /// Nil for a text of another form, a day that the calendar does not have, or an hour that the clock does not.
    public init?(rfc3339 text: String) {
        var reader = DigitReader(text)
        guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2), reader.skip("-"),
            let day = reader.digits(2), reader.skip("T") || reader.skip("t"),
            let hour = reader.digits(2), hour < 24, reader.skip(":"),
            let minute = reader.digits(2), minute < 60, reader.skip(":"),
            // 60 is a leap second; it is read as the second after 59.
            let second = reader.digits(2), second <= 60,
            let fraction = reader.milliseconds(), let offset = reader.offsetMinutes(), reader.isAtEnd,
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        let minutes = date.daysSinceEpoch * 1440 + Int64(hour * 60 + minute - offset)
        self.init(milliseconds: (minutes * 60 + Int64(second)) * 1000 + Int64(fraction))
    }

    private var daysAndRest: (days: Int64, rest: Int64) {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        return remainder < 0 ? (quotient - 1, remainder + 86_400_000) : (quotient, remainder)
    }

    private func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

/// Reads the parts of an RFC 3339 text from left to right.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let next = rest.first, UInt32(next) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digits(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var number = 0
        for byte in rest.prefix(count) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        rest.removeFirst(count)
        return number
    }

    /// The optional fraction; 0 when there is none.
    mutating func milliseconds() -> Int? {
        guard skip(".") else { return 0 }
        guard var total = digits(1) else { return nil }
        total *= 100
        var weight = 10
        while let digit = digits(1) {
            total += digit * weight
            weight /= 10
        }
        return total
    }

    /// `Z` or ±HH:MM, in minutes east of UTC.
    mutating func offsetMinutes() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign = skip("+") ? 1 : (skip("-") ? -1 : 0)
        guard sign != 0, let hours = digits(2), hours < 24, skip(":"), let minutes = digits(2), minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let instant = Timestamp(rfc3339: text) else {
            throw FieldProblem(
                code: "invalid_request",
                message: "must be an RFC 3339 instant, such as 2026-06-19T12:00:00.000Z"
            )
            .decodingError(at: decoder.codingPath)
        }
        self = instant
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rfc3339)
    }
}

extension Timestamp: WireDescribable {
    public static var schema: Schema { .string(format: "date-time") }
    public static var example: Timestamp { Timestamp(milliseconds: 0) }
}
