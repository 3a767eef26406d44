import WireProtocol

/// A body as it stands on the wire, before anybody reads it: with keys in their order, and twice where a test says so.
indirect enum WireTree: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([WireTree])
    case object([(key: String, value: WireTree)])

    init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .boolean(let boolean): .boolean(boolean)
            case .integer(let integer): .integer(integer)
            case .number(let number): .number(number)
            case .text(let text): .text(text)
            case .list(let list): .list(list.map(WireTree.init))
            case .object(let object):
                .object(object.sorted { $0.key < $1.key }.map { ($0.key, WireTree($0.value)) })
            }
    }
}

extension WireTree {
    /// The same body in an encoding, in one of the several forms that mean the same.
    func body(_ type: ContentType, _ generator: inout some RandomNumberGenerator) -> [UInt8] {
        switch type {
        case .json: Array(json(&generator).utf8)
        case .cbor: cbor(&generator)
        }
    }

    private func json(_ generator: inout some RandomNumberGenerator) -> String {
        switch self {
        case .null: return "null"
        case .boolean(let boolean): return "\(boolean)"
        case .integer(let integer): return "\(integer)"
        case .number(let number): return "\(number)"
        case .text(let text): return Self.json(text, &generator)
        case .list(let list): return "[\(list.map { $0.json(&generator) }.joined(separator: " , "))]"
        case .object(let entries):
            let parts = entries.map { "\(Self.json($0.key, &generator)): \($0.value.json(&generator))" }
            return "{\(parts.joined(separator: ","))}"
        }
    }

    private static func json(_ text: String, _ generator: inout some RandomNumberGenerator) -> String {
        let signs = text.unicodeScalars.map { scalar in
            let standsForItself = scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
            if standsForItself, Int.random(in: 0..<8, using: &generator) > 0 { return String(scalar) }
            return String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
        return "\"\(signs.joined())\""
    }

    private func cbor(_ generator: inout some RandomNumberGenerator) -> [UInt8] {
        switch self {
        case .null: return [0xF6]
        case .boolean(let boolean): return [boolean ? 0xF5 : 0xF4]
        case .integer(let integer):
            return integer < 0 ? Self.head(1, UInt64(~integer)) : Self.head(0, UInt64(integer))
        case .number(let number): return [0xFB] + Self.bigEndian(number.bitPattern, bytes: 8)
        case .text(let text): return Self.cbor(text)
        case .list(let list):
            return Self.container(4, list.count, list.flatMap { $0.cbor(&generator) }, &generator)
        case .object(let entries):
            let parts = entries.flatMap { Self.cbor($0.key) + $0.value.cbor(&generator) }
            return Self.container(5, entries.count, parts, &generator)
        }
    }

    private static func cbor(_ text: String) -> [UInt8] { head(3, UInt64(text.utf8.count)) + text.utf8 }

    private static func container(
        _ major: UInt8, _ count: Int, _ parts: [UInt8], _ generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        Bool.random(using: &generator)
            ? head(major, UInt64(count)) + parts : [major << 5 | 31] + parts + [0xFF]
    }

    private static func head(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
        switch argument {
        case ..<24: [major << 5 | UInt8(argument)]
        case ..<0x100: [major << 5 | 24, UInt8(argument)]
        case ..<0x1_0000: [major << 5 | 25] + bigEndian(argument, bytes: 2)
        default: [major << 5 | 27] + bigEndian(argument, bytes: 8)
        }
    }

    private static func bigEndian(_ bits: UInt64, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
    }
}

extension WireTree {
    /// The body with one thing changed somewhere, for right or for wrong.
    func changed(_ generator: inout some RandomNumberGenerator) -> WireTree {
        let goesDeeper = Int.random(in: 0..<4, using: &generator) > 0
        switch self {
        case .list(var list) where !list.isEmpty && goesDeeper:
            let index = Int.random(in: list.indices, using: &generator)
            list[index] = list[index].changed(&generator)
            return .list(list)
        case .object(var entries) where !entries.isEmpty && goesDeeper:
            let index = Int.random(in: entries.indices, using: &generator)
            entries[index].value = entries[index].value.changed(&generator)
            return .object(entries)
        case .list(let list): return .list(Self.changed(list, &generator))
        case .object(let entries) where Bool.random(using: &generator):
            return .object(Self.changed(entries, &generator))
        default: return Self.value(depth: 2, &generator)
        }
    }

    private static func changed(
        _ list: [WireTree], _ generator: inout some RandomNumberGenerator
    ) -> [WireTree] {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: list.dropLast()
        case 1: list + list
        default: list + [value(depth: 1, &generator)]
        }
    }

    private static func changed(
        _ entries: [(key: String, value: WireTree)], _ generator: inout some RandomNumberGenerator
    ) -> [(key: String, value: WireTree)] {
        guard let entry = entries.randomElement(using: &generator) else {
            return [("é", value(depth: 1, &generator))]
        }
        let others = entries.filter { $0.key != entry.key }
        return switch Int.random(in: 0..<5, using: &generator) {
        case 0: others
        case 1: entries + [(entry.key, value(depth: 1, &generator))]
        case 2: others + [(entry.key + "e\u{301}", entry.value)]
        case 3: entries + [("é", entry.value), ("e\u{301}", entry.value)]
        default: entries + [("unknown", value(depth: 2, &generator))]
        }
    }

    private static func value(depth: Int, _ generator: inout some RandomNumberGenerator) -> WireTree {
        let scalars: [WireTree] = [
            .null, .boolean(true), .integer(0), .integer(-3), .integer(1 << 53), .integer(.max),
            .integer(.min),
            .number(3), .number(-0.0), .number(3.5), .number(1e21), .number(1e300), .text(""), .text("é"),
            .text("e\u{301}"), .text("kiwi"), .text("USD"), .text("a\u{0}b\n\"\\水𐅑"),
            .text("2026-06-19T12:00:00Z"), .text(String(repeating: "long ", count: 300)),
        ]
        switch Int.random(in: 0..<(depth > 0 ? 5 : 3), using: &generator) {
        case 3: return .list([value(depth: depth - 1, &generator)])
        // One entry: which of several wrong ones is named first is left open by JSON, whose objects have no order.
        case 4: return .object([("é", value(depth: depth - 1, &generator))])
        default: return scalars.randomElement(using: &generator) ?? .null
        }
    }
}
