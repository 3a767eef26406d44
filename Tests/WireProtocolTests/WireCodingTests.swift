import Testing
import WireProtocol

private struct Basket: Codable, Equatable {
    struct Line: Codable, Equatable {
        var sku: String
        var quantity: WireInteger
        var gift: Bool?
    }

    var lines: [Line]
    var note: String?
    var options: [String: [String]]?
    var weight: Double?
}

private struct Nothing: Codable {
    var text: String?
}

@Suite struct WireCodingTests {
    private let coding = WireCoding(.json)

    private func refusal(_ body: [UInt8], _ contentType: ContentType = .json) -> Fault? {
        do throws(Fault) {
            _ = try WireCoding(contentType).decode(Basket.self, from: body)
            return nil
        } catch {
            return error
        }
    }

    @Test func `keys are sorted and slashes stay as they are`() throws {
        let basket = Basket(lines: [.init(sku: "a/b", quantity: 2)], note: "ä")
        let text = String(decoding: try coding.encode(basket), as: UTF8.self)
        #expect(text == #"{"lines":[{"quantity":2,"sku":"a/b"}],"note":"ä"}"#)
        let back = try coding.decode(Basket.self, from: Array(text.utf8))
        #expect(back == basket)
    }

    @Test(arguments: ContentType.allCases) func `an empty body is an empty object`(type: ContentType) throws {
        let nothing = try WireCoding(type).decode(Nothing.self, from: [])
        #expect(nothing.text == nil)
        #expect(refusal([], type)?.message == "lines: missing")
    }

    private static let wrongShapes: [(String, String, String, String)] = [
        (#"{}"#, "lines", "invalid_request", "missing"),
        (#"{"lines":null}"#, "lines", "invalid_request", "missing"),
        (#"{"lines":7}"#, "lines", "invalid_request", "must be a list"),
        (#"{"lines":{}}"#, "lines", "invalid_request", "must be a list"),
        (#"{"lines":[7]}"#, "lines[0]", "invalid_request", "must be an object"),
        (#"{"lines":[null]}"#, "lines[0]", "invalid_request", "missing"),
        (#"{"lines":[{"quantity":1}]}"#, "lines[0].sku", "invalid_request", "missing"),
        (#"{"lines":[{"sku":null,"quantity":1}]}"#, "lines[0].sku", "invalid_request", "missing"),
        (#"{"lines":[{"sku":5,"quantity":1}]}"#, "lines[0].sku", "invalid_request", "must be a text"),
        (#"{"lines":[{"sku":"a"}]}"#, "lines[0].quantity", "invalid_request", "missing"),
        (
            #"{"lines":[{"sku":"a","quantity":1},{"sku":"b","quantity":3.5}]}"#, "lines[1].quantity",
            "not_a_whole_number", "not a whole number"
        ),
        (
            #"{"lines":[{"sku":"a","quantity":"3"}]}"#, "lines[0].quantity", "not_a_whole_number",
            "not a whole number"
        ),
        (
            #"{"lines":[{"sku":"a","quantity":true}]}"#, "lines[0].quantity", "not_a_whole_number",
            "not a whole number"
        ),
        (
            #"{"lines":[{"sku":"a","quantity":null}]}"#, "lines[0].quantity", "not_a_whole_number",
            "not a whole number"
        ),
        (
            #"{"lines":[{"sku":"a","quantity":1e21}]}"#, "lines[0].quantity", "number_too_large",
            "beyond ±(2⁵³−1)"
        ),
        (
            #"{"lines":[{"sku":"a","quantity":9007199254740992}]}"#, "lines[0].quantity", "number_too_large",
            "beyond ±(2⁵³−1)"
        ),
        (
            #"{"lines":[{"sku":"a","quantity":99999999999999999999999999}]}"#, "lines[0].quantity",
            "number_too_large", "beyond ±(2⁵³−1)"
        ),
        (
            #"{"lines":[{"sku":"a","quantity":1,"gift":0}]}"#, "lines[0].gift", "invalid_request",
            "must be true or false"
        ),
        (#"{"lines":[],"options":{"a":"b"}}"#, "options.a", "invalid_request", "must be a list"),
        (#"{"lines":[],"options":{"a":["b",1]}}"#, "options.a[1]", "invalid_request", "must be a text"),
        (#"{"lines":[],"weight":"1"}"#, "weight", "invalid_request", "must be a number"),
        (#"[]"#, "", "invalid_request", "must be an object"),
        (#""text""#, "", "invalid_request", "must be an object"),
        (#"null"#, "", "invalid_request", "missing"),
    ]

    @Test(arguments: wrongShapes, ContentType.allCases)
    func `a wrong shape names its field`(
        row: (body: String, field: String, code: String, message: String), type: ContentType
    ) {
        let (body, field, code, message) = row
        let fault = refusal(TranslatedJSON.body(body, type), type)
        #expect(fault?.status == .invalidArgument)
        #expect(fault?.code == code)
        #expect(fault?.details.map(\.field) == [field])
        #expect(fault?.details.map(\.message) == [message])
    }

    private static let wholeNumbers: [(String, Int64)] = [
        (#"{"lines":[{"sku":"a","quantity":3.0}]}"#, 3),
        (#"{"lines":[{"sku":"a","quantity":1e2}]}"#, 100),
        (#"{"lines":[{"sku":"a","quantity":-0}]}"#, 0),
        (#"{"lines":[{"sku":"a","quantity":9007199254740991}]}"#, 9_007_199_254_740_991),
    ]

    @Test(arguments: wholeNumbers, ContentType.allCases)
    func `what is whole is taken`(row: (body: String, value: Int64), type: ContentType) throws {
        let basket = try WireCoding(type).decode(Basket.self, from: TranslatedJSON.body(row.body, type))
        #expect(basket.lines.map(\.quantity.value) == [row.value])
    }

    private static let hostile: [(String, [UInt8])] = [
        ("not valid JSON", Array("{".utf8)),
        ("not valid JSON", Array("hello".utf8)),
        ("not valid JSON", Array("{\"lines\":[]} trailing".utf8)),
        ("not valid JSON", Array("{\"lines\":[],}".utf8)),
        ("not valid JSON", Array("{'lines':[]}".utf8)),
        ("not valid JSON", Array("{\"lines\":[],\"note\":\"\\ud800\"}".utf8)),
        ("not valid JSON", Array("{\"lines\":[],\"note\":\"a\nb\"}".utf8)),
        ("not valid JSON", Array("{\"lines\":[],\"weight\":NaN}".utf8)),
        ("not valid JSON", Array("{\"lines\":[],\"weight\":01}".utf8)),
        ("nested too deeply", Array(repeating: UInt8(ascii: "["), count: 100_000)),
        ("nested too deeply", Array(String(repeating: #"{"a":"#, count: 100_000).utf8)),
        ("not valid UTF-8", Array("{\"lines\":[],\"other\":\"".utf8) + [0xFF] + Array("\"}".utf8)),
        ("not valid UTF-8", Array("{\"lines\":[],\"note\":\"".utf8) + [0xC0, 0xAF] + Array("\"}".utf8)),
        (
            "not valid UTF-8",
            Array("{\"lines\":[],\"note\":\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"}".utf8)
        ),
        ("holds a zero byte", Array("{\"lines\":[]}\0".utf8)),
        ("holds a zero byte", Array("{}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })),
        ("starts with a byte order mark", [0xEF, 0xBB, 0xBF] + Array("{\"lines\":[]}".utf8)),
        ("lines: the same key stands there twice", Array(#"{"lines":[],"lines":[1]}"#.utf8)),
        (
            "x[1].a: the same key stands there twice",
            Array(#"{"lines":[],"x":[[],{"a":1,"b":{"a":2},"\u0061":3}]}"#.utf8)
        ),
        (
            "x[1].caf\u{e9}: the same key stands there twice",
            Array(#"{"lines":[],"x":[[],{"cafe\u0301":1,"b":{"a":2},"caf\u00e9":3}]}"#.utf8)
        ),
    ]

    @Test(arguments: hostile) func `a broken body is a named fault`(message: String, body: [UInt8]) {
        let fault = refusal(body)
        #expect(fault?.status == .invalidArgument)
        #expect(fault?.code == "invalid_request")
        #expect(fault?.message == message)
    }

    private static let hostileCBOR: [(String, [UInt8])] = [
        ("not valid CBOR", [0xA1]),
        ("not valid CBOR", [0xFF]),
        ("not valid CBOR", [0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        ("not valid CBOR", [0xA0, 0x00]),
        ("not valid CBOR", Array(#"{"lines":[]}"#.utf8)),
        ("not valid CBOR", [0xA1, 0x80, 0x00]),
        ("nested too deeply", Array(repeating: 0x81, count: 100_000)),
        ("not valid UTF-8", [0xA1, 0x61, 0x61, 0x62, 0xC0, 0xAF]),
        ("a: the same key stands there twice", [0xA2, 0x61, 0x61, 0x00, 0x61, 0x61, 0x00]),
    ]

    @Test(arguments: hostileCBOR) func `broken CBOR is a named fault with its place`(
        message: String, body: [UInt8]
    ) {
        let fault = refusal(body, .cbor)
        #expect(fault?.status == .invalidArgument)
        #expect(fault?.code == "invalid_request")
        #expect(fault?.message == message)
        #expect(fault?.details.first?.facts["offset"] != nil)
    }

    @Test func `an escaped zero is a character like others`() throws {
        let body = Array(#"{"lines":[],"note":"\u0000"}"#.utf8)
        let basket = try coding.decode(Basket.self, from: body)
        #expect(basket.note == "\0")
    }

    @Test(arguments: ContentType.allCases)
    func `what cannot be written is an internal fault`(type: ContentType) {
        for number in [Double.nan, .infinity] {
            let fault = #expect(throws: Fault.self) { try WireCoding(type).encode(["weight": number]) }
            #expect(fault?.status == .internal)
        }
    }

    @Test func `infinity is no number in CBOR either`() {
        let body: [UInt8] = [0xA2, 0x65] + "lines".utf8 + [0x80, 0x66] + "weight".utf8 + [0xF9, 0x7C, 0x00]
        #expect(refusal(body, .cbor)?.details.map(\.field) == ["weight"])
    }

    @Test(arguments: ContentType.allCases)
    func `equal values are equal bytes, and come back`(type: ContentType) throws {
        let options = Dictionary(uniqueKeysWithValues: (0..<20).map { ("key \($0)", ["\($0)"]) })
        let basket = Basket(lines: [.init(sku: "a", quantity: -3, gift: true)], options: options, weight: 0.1)
        let again = Basket(
            lines: basket.lines, options: Dictionary(uniqueKeysWithValues: options.reversed()), weight: 0.1)
        let bytes = try WireCoding(type).encode(basket)
        #expect(try WireCoding(type).encode(again) == bytes)
        let back = try WireCoding(type).decode(Basket.self, from: bytes)
        #expect(back == basket)
    }

    @Test(arguments: ContentType.allCases) func `a fault's body comes back`(type: ContentType) throws {
        let detail = Fault.Detail(
            field: "lines[0].quantity", code: "quantity_too_large", message: "at most 9",
            facts: ["max": 9, "unit": "box"])
        let fault = Fault(
            .invalidArgument, code: "quantity_too_large", message: "ä", retryable: true, details: [detail])
        let body = try WireCoding(type).encode(FaultBody(fault))
        #expect(try WireCoding(type).decode(FaultBody.self, from: body).fault(.invalidArgument) == fault)
    }

    @Test func `one coding serves many tasks`() async throws {
        let body = Array(#"{"lines":[{"quantity":2,"sku":"a"}]}"#.utf8)
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        let again = try coding.encode(try coding.decode(Basket.self, from: body))
                        #expect(again == body)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `random bytes never do more than fault`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let count = Int.random(in: 1...64, using: &generator)
            let body = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            #expect(refusal(body)?.status == .invalidArgument)
            #expect(refusal(body, .cbor)?.status == .invalidArgument)
        }
    }
}
