/// A list that is being read. A failed read does not move on.
struct ListDecoding: UnkeyedDecodingContainer {
    let outline: Outline
    private let list: UInt32
    private var following: UInt32
    private var read: UInt32 = 0

    init(outline: Outline, list: Int) {
        self.outline = outline
        self.list = UInt32(list)
        following = UInt32(list + 1)
    }

    var codingPath: [any CodingKey] { outline.path(to: Int(list)) }
    var count: Int? { outline.count(ofList: Int(list)) }
    var currentIndex: Int { Int(read) }
    var isAtEnd: Bool { Int(following) >= outline.next(Int(list)) }

    private func element(_ type: Any.Type) throws -> Int {
        guard !isAtEnd else { throw endOfList(type) }
        return Int(following)
    }

    private mutating func advance() {
        following = UInt32(outline.next(Int(following)))
        read += 1
    }

    private func endOfList(_ type: Any.Type) -> DecodingError {
        let path = codingPath + [PathKey(index: currentIndex)]
        return .valueNotFound(type, .init(codingPath: path, debugDescription: "the list has ended"))
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw endOfList(Never.self) }
        guard outline.isNull(Int(following)) else { return false }
        advance()
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        let value = try outline.boolean(at: element(type))
        advance()
        return value
    }

    mutating func decode(_ type: String.Type) throws -> String {
        let value = try outline.text(at: element(type))
        advance()
        return value
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        let value = try outline.number(at: element(type))
        advance()
        return value
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        let value = try outline.single(at: element(type))
        advance()
        return value
    }

    mutating func decode(_ type: Int.Type) throws -> Int {
        let value = try outline.int(at: element(type))
        advance()
        return value
    }

    mutating func decode(_ type: Int64.Type) throws -> Int64 {
        let value = try outline.int64(at: element(type))
        advance()
        return value
    }

    mutating func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
        let value = try outline.integer(type, at: element(type))
        advance()
        return value
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try outline.decode(type, at: element(type))
        advance()
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let value = try outline.map(at: element([String: Any].self), keyedBy: type)
        advance()
        return value
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let value = try outline.list(at: element([Any].self))
        advance()
        return value
    }

    mutating func superDecoder() throws -> any Decoder {
        let value = OutlineDecoder(outline: outline, index: try element((any Decoder).self))
        advance()
        return value
    }
}
