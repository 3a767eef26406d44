import Testing
import WireProtocol

/// How many elements and keys a body holds is counted while it is read.
@Suite struct EntryBoundTests {
    private static func entries(_ body: [UInt8], _ type: ContentType, most: Int) -> Fault? {
        do throws(Fault) {
            _ = try WireCoding(type).decode(JSONValue.self, from: body, mostEntries: most)
            return nil
        } catch {
            return error
        }
    }

    private static let bodies: [(String, entries: Int, path: String)] = [
        ("{}", 0, ""), ("7", 0, ""), ("[]", 0, ""), ("[7]", 1, ""), ("[[],[]]", 2, ""),
        (#"{"a":[1,2,3]}"#, 4, "a"), (#"[1,{"b":{"c":0,"d":[]}}]"#, 5, "[1].b"),
        (#"{"a":{"b":",,,[[{"},"c":[{"d":[[7]]}]}"#, 7, "c[0].d[0]"),
    ]

    @Test(arguments: bodies, ContentType.allCases)
    func `each element and each key counts once`(
        row: (body: String, entries: Int, path: String), type: ContentType
    ) {
        let body = TranslatedJSON.body(row.body, type)
        #expect(Self.entries(body, type, most: row.entries) == nil)
        guard row.entries > 0 else { return }
        let fault = Self.entries(body, type, most: row.entries - 1)
        #expect(fault?.code == "invalid_request")
        #expect(fault?.details.map(\.field) == [row.path])
        #expect(fault?.details.first?.facts["max"] == .number(Int64(row.entries - 1)))
    }

    @Test func `space in a list is no element`() {
        #expect(Self.entries(Array("[ \r\n\t]".utf8), .json, most: 0) == nil)
        #expect(Self.entries(Array("[ \n[ ] , 7 ]".utf8), .json, most: 2) == nil)
        #expect(Self.entries(Array("[ \n[ ] , 7 ]".utf8), .json, most: 1) != nil)
    }

    @Test(arguments: ContentType.allCases)
    func `a value that reads itself is counted, too`(type: ContentType) throws {
        let options = Dictionary(uniqueKeysWithValues: (0..<100).map { ("key \($0)", ["x"]) })
        let body = try WireCoding(type).encode(["options": options])
        func read(most: Int) throws(Fault) -> [String: [String: [String]]] {
            try WireCoding(type).decode(from: body, mostEntries: most)
        }
        #expect(try read(most: 201) == ["options": options])
        let fault = #expect(throws: Fault.self) { try read(most: 200) }
        #expect(fault?.details.first?.message == "more than 200 elements and keys in all")
        // A definite length is refused as it is read, before its first element.
        #expect(throws: Fault.self) { try read(most: 99) }
    }

    @Test func `a claim beyond the bound is refused before its elements are read`() {
        // A list that says it has a million elements, and a million bytes of them.
        let body: [UInt8] = [0x9A, 0x00, 0x0F, 0x42, 0x40] + Array(repeating: 0xFF, count: 1_000_000)
        let fault = Self.entries(body, .cbor, most: 1000)
        #expect(fault?.details.first?.facts["max"] == 1000)
        #expect(fault?.details.first?.facts["offset"] == 0)
    }
}
