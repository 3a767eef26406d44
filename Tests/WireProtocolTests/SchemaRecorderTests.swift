import Testing
import WireProtocol

private enum Colour: String, WireEnum {
    case red, green
}

private struct Everything: Codable {
    struct Part: Codable {
        var count: WireInteger
        var ratio: Double?
    }

    var name: String
    var colour: Colour
    var gift: Bool?
    var small: Int
    var port: UInt16
    var parts: [Part]
    var options: [String: [String]]?
    var extra: JSONValue?
    var shade: Colour?
    var note: String?
}

private struct Tree: Codable {
    var children: [Tree]
    var parent: [String: Tree]?
}

private struct Wrapped: Codable {
    var text: String

    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
}

private struct Picky: Codable {
    var text: String

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        if text.isEmpty {
            throw FieldProblem(code: "invalid_request", message: "empty").decodingError(
                at: decoder.codingPath)
        }
    }
}

@Suite struct SchemaRecorderTests {
    @Test func `a type's members are recorded with what may be absent`() throws {
        let part = Schema.object(properties: [
            .init("count", WireInteger.schema), .init("ratio", .number, required: false),
        ])
        #expect(
            try Schema.of(Everything.self)
                == .object(properties: [
                    .init("name", .string()),
                    .init("colour", .oneOf(["red", "green"])),
                    .init("gift", .boolean, required: false),
                    .init("small", .integer()),
                    .init("port", .integer(minimum: 0)),
                    .init("parts", .array(of: part)),
                    .init("options", .dictionary(of: .array(of: .string())), required: false),
                    .init("extra", .anything, required: false),
                    .init("shade", .oneOf(["red", "green"]), required: false),
                    .init("note", .string(), required: false),
                ]))
    }

    @Test func `a recursive type ends`() throws {
        #expect(
            try Schema.of(Tree.self)
                == .object(properties: [
                    .init("children", .array(of: .anything)),
                    .init("parent", .dictionary(of: .anything), required: false),
                ]))
    }

    @Test func `a type of one value is that value`() throws {
        #expect(try Schema.of(Wrapped.self) == .string())
        #expect(try Schema.of([Wrapped].self) == .array(of: .string()))
        #expect(try Schema.of(Empty.self) == .object(properties: []))
    }

    @Test func `a type that refuses the example says so`() {
        #expect(throws: DecodingError.self) { try Schema.of([Picky].self) }
    }

    @Test func `the document is JSON Schema 2020-12`() throws {
        let schema = Schema.object(properties: [
            .init("sku", .string(pattern: "^[a-z]+$", maxLength: 64)),
            .init("quantity", .integer(minimum: 1, maximum: 20)),
            .init("at", .either([.string(format: "date-time"), .string(format: "date")]), required: false),
            .init("sort", .oneOf(["name", "price"]), required: false),
        ])
        let bytes = try WireCoding(.json).encode(schema.jsonSchema)
        let expected = """
            {"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{\
            "at":{"anyOf":[{"format":"date-time","type":"string"},{"format":"date","type":"string"}]},\
            "quantity":{"maximum":20,"minimum":1,"type":"integer"},\
            "sku":{"maxLength":64,"pattern":"^[a-z]+$","type":"string"},\
            "sort":{"enum":["name","price"],"type":"string"}},\
            "required":["sku","quantity"],"type":"object"}
            """
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func `any JSON passes through unchanged`() throws {
        let text = #"{"a":[null,true,1,-2,2.5,"x",{}],"b":{"c":[]}}"#
        let value = try WireCoding(.json).decode(JSONValue.self, from: Array(text.utf8))
        #expect(value == ["a": [.null, true, 1, -2, .number(2.5), "x", [:]], "b": ["c": []]])
        let written = try WireCoding(.json).encode(value)
        #expect(String(decoding: written, as: UTF8.self) == text)
    }
}
