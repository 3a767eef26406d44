/// Any item, as far as it can be told through `Codable`.
enum Item: Equatable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case text(String)
    case bytes([UInt8])
    case list([Item])
    case map([String: Item])
}

extension Item: Codable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let unsigned = try? value.decode(UInt64.self) {
            self = .unsigned(unsigned)
        } else if let number = try? value.decode(Double.self) {
            // A whole number beyond 64 bits is read as a near one, which may have a place in them.
            self = Int64(exactly: number).map { .integer($0) } ?? .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([Item].self) {
            self = .list(list)
        } else if let bytes = try? value.decode([UInt8].self) {
            self = .bytes(bytes)
        } else {
            self = .map(try value.decode([String: Item].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .boolean(let boolean): try value.encode(boolean)
        case .integer(let integer): try value.encode(integer)
        case .unsigned(let unsigned): try value.encode(unsigned)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .bytes(let bytes): try value.encode(bytes)
        case .list(let list): try value.encode(list)
        case .map(let map): try value.encode(map)
        }
    }
}

extension Item: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral
{
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(stringLiteral value: String) { self = .text(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(arrayLiteral elements: Item...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, Item)...) {
        self = .map(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(nilLiteral: ()) { self = .null }
}

/// `"a1 61 61 01"` as bytes.
func hex(_ text: String) -> [UInt8] {
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }.map { digit in
        digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
    }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
