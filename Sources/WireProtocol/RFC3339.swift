/// The text form of instants: `2026-06-19T12:00:00.123Z`.
extension Timestamp {
    /// UTC with exactly three digits of a second.
    ///
    /// Years beyond 0…9999, which RFC 3339 cannot write, are written as the nearest that it can.
    public var rfc3339: String {
        String(unsafeUninitializedCapacity: Self.textBytes) { room in
            fill(room)
            return Self.textBytes
        }
    }

    /// How long `rfc3339` is.
    static let textBytes = 24

    /// Writes `rfc3339` into exactly as many bytes as it has.
    func fill(_ room: UnsafeMutableBufferPointer<UInt8>) {
        let time = CivilTime(milliseconds: min(max(milliseconds, Self.earliest), Self.latest))
        Self.put(time.year, digits: 4, followedBy: "-", at: 0, in: room)
        Self.put(time.month, digits: 2, followedBy: "-", at: 5, in: room)
        Self.put(time.day, digits: 2, followedBy: "T", at: 8, in: room)
        Self.put(time.hour, digits: 2, followedBy: ":", at: 11, in: room)
        Self.put(time.minute, digits: 2, followedBy: ":", at: 14, in: room)
        Self.put(time.second, digits: 2, followedBy: ".", at: 17, in: room)
        Self.put(time.millisecond, digits: 3, followedBy: "Z", at: 20, in: room)
    }

    /// An instant with any offset and any number of fraction digits; what is below a millisecond is cut off.
    ///
    /// Nil for what is no day of the calendar. A leap second (`:60`) is the second after `:59`.
    public init?(rfc3339 text: some StringProtocol) {
        let milliseconds = text.utf8.withContiguousStorageIfAvailable { Self.read($0) }
        guard let read = milliseconds ?? Array(text.utf8).withUnsafeBufferPointer({ Self.read($0) }) else {
            return nil
        }
        self.init(milliseconds: read)
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        var reader = RFC3339Reader(text)
        return reader.read()
    }

    /// The calendar year in UTC.
    public var year: Int { CivilTime(milliseconds: milliseconds).year }

    private static let earliest = CivilTime(year: 0, month: 1, day: 1).milliseconds
    private static let latest = CivilTime(year: 10_000, month: 1, day: 1).milliseconds - 1

    private static func put(
        _ number: Int, digits: Int, followedBy separator: Unicode.Scalar, at start: Int,
        in room: UnsafeMutableBufferPointer<UInt8>
    ) {
        var rest = number
        for place in stride(from: start + digits - 1, through: start, by: -1) {
            room[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        room[start + digits] = UInt8(ascii: separator)
    }
}

private struct RFC3339Reader {
    private let text: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    mutating func read() -> Int64? {
        guard var time = readDate(), take("T") || take("t") || take(" "),
            let hour = number(2), hour <= 23, take(":"), let minute = number(2), minute <= 59,
            take(":"), let second = number(2), second <= 60, let millisecond = readFraction(),
            let offset = readOffsetMinutes(), position == text.count
        else { return nil }
        time.hour = hour
        time.minute = minute
        time.second = second
        time.millisecond = millisecond
        return time.milliseconds - Int64(offset) * 60_000
    }

    private mutating func readDate() -> CivilTime? {
        guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
            (1...12).contains(month), day >= 1, day <= CivilTime.daysIn(month: month, of: year)
        else { return nil }
        return CivilTime(year: year, month: month, day: day)
    }

    private mutating func readFraction() -> Int? {
        guard take(".") else { return 0 }
        var milliseconds = 0
        var scale = 100
        let start = position
        while let digit = digit() {
            milliseconds += digit * scale
            scale /= 10
        }
        return position > start ? milliseconds : nil
    }

    private mutating func readOffsetMinutes() -> Int? {
        if take("Z") || take("z") { return 0 }
        let sign = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = number(2), hours <= 23, take(":"), let minutes = number(2), minutes <= 59
        else { return nil }
        return sign * (hours * 60 + minutes)
    }

    private mutating func number(_ digits: Int) -> Int? {
        var number = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    private mutating func digit() -> Int? {
        guard position < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[position]) else {
            return nil
        }
        position += 1
        return Int(text[position - 1] - UInt8(ascii: "0"))
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        guard let time = Timestamp(rfc3339: try decoder.singleValueContainer().decode(String.self)) else {
            throw FieldProblem(
                code: "invalid_request", message: "not a time like 2026-06-19T12:00:00.000Z"
            ).decodingError(at: decoder.codingPath)
        }
        self = time
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(rfc3339)
    }
}

extension Timestamp: CustomStringConvertible {
    public var description: String { rfc3339 }
}

extension Timestamp: WireDescribable {
    public static var schema: Schema { .string(format: "date-time") }
    public static var example: Timestamp { Timestamp(milliseconds: 1_781_870_400_123) }
}
