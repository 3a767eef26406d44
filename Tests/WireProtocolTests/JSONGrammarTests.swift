import Testing
import WireProtocol

private struct Note: Codable {
    var text: String?
}

/// Who sends no JSON (RFC 8259) is told so, also where nobody would have read it.
@Suite struct JSONGrammarTests {
    private func refusal(_ body: String, knowing: Bool = false) throws -> Fault? {
        let known = knowing ? try Schema.of(Note.self) : nil
        do throws(Fault) {
            _ = try WireCoding(.json).decode(Note.self, from: Array(body.utf8), refusingBeyond: known)
            return nil
        } catch {
            return error
        }
    }

    private static let wrongValues = [
        "01", "03", "-01", "00", "+1", ".5", "-.5", "1.", "1.e2", "1e", "1e+", "1E-", "-", "--1", "0x10",
        "1_000", "1,",
        "1 2", "1a", "NaN", "Infinity", "-Infinity", "nul", "nulll", "None", "True", "tru", "trueish",
        "FALSE",
        "undefined", "", ",", ":", "'a'", "a", #""\x""#, #""\u12""#, #""\u12G4""#, #""\U0041""#, #""\'""#,
        #""\"#,
        #""\ud800""#, #""\uDC00""#, #""\ud800\ud800""#, #""\ud800\n""#, #""\ud800x""#, #""\ud83d \udf53""#,
        "\"a\nb\"", "\"a\tb\"", "\"\u{1F}\"", "\"open", "[", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1 2]",
        "[1:2]",
        "[1,,2]", "[1}", "]", "}", "{", #"{"a"}"#, #"{"a":}"#, #"{"a" 1}"#, #"{"a":1,}"#, "{,}", #"{,"a":1}"#,
        #"{"a":1 "b":2}"#, #"{"a":1,,"b":2}"#, #"{"a":1]"#, #"{"a"::1}"#, "{a:1}", "{1:1}", "{null:1}",
        "{[]:1}",
        #"{"a":1;"b":2}"#, #"{"a":"b":"c"}"#, "/* a */ 1", "1 // a", "# a", "\u{A0}1", "\u{B}1", "\u{C}1",
        "\u{FEFF}1",
        "ä", "\u{7F}",
    ]

    @Test(arguments: wrongValues) func `a value that is none is refused wherever it stands`(value: String)
        throws
    {
        for body in [#"{"other":\#(value)}"#, #"{"text":"a","other":[{"b":\#(value)}]}"#] {
            let fault = try refusal(body)
            #expect(fault?.status == .invalidArgument && fault?.code == "invalid_request", "\(body)")
            #expect(fault?.message == "not valid JSON", "\(body)")
            #expect(try refusal(body, knowing: true)?.message == "not valid JSON", "\(body)")
        }
    }

    @Test(arguments: [
        #"{"text":"a"} {}"#, #"{"text":"a"}}"#, #"{"text":"a"},"#, #"{"text":"a"}]"#, #"{"text":"a"}x"#, " ",
        "\n",
        #"{"text":"a"} "b""#, "{} null", ":{}", ",{}", "]{}",
    ])
    func `there is one value, and nothing beside it`(body: String) throws {
        #expect(try refusal(body)?.message == "not valid JSON")
    }

    @Test(arguments: [
        "0", "-0", "0.0", "-0.5e-10", "1E+2", "1e400", "123456789012345678901234567890", "9.0e00", "true",
        "false",
        "null", "[]", "{}", "[ ]", "{ }", " [ 1 ,\t2\r\n, { \"a\" : [ ] , \"b\" : { } } ] ", #""""#,
        #""\"\\\/\b\f\n\r\t\u0000\u00e4\uD83C\uDF53\ud83c\udf53""#, "\"\u{7F}\u{2028}\u{2029}🍓\"",
        #"{"":""}"#,
        #"{"\ud83c\udf53":1}"#, "[[[[[[[[[[]]]]]]]]]]",
    ])
    func `what is JSON passes where nobody reads it`(value: String) throws {
        for body in [#"{"other":\#(value)}"#, #" {"text" : "a" , "other":[{"b":\#(value)},\#(value)]} "#] {
            #expect(try refusal(body) == nil, "\(body)")
        }
    }

    @Test func `a key is a string like others`() throws {
        for key in [#"\x"#, #"\ud800"#, #"\u12"#, "a\nb"] {
            #expect(try refusal(#"{"\#(key)":1}"#)?.message == "not valid JSON")
        }
    }

    @Test func `a whole number with zeros before it is no number, not a large one`() throws {
        struct Line: Codable { var quantity: WireInteger }
        for number in ["03", "-03", "+3", "3.", ".3", "0x3"] {
            let body = Array(#"{"quantity":\#(number)}"#.utf8)
            let fault = #expect(throws: Fault.self) { try WireCoding(.json).decode(Line.self, from: body) }
            #expect(fault?.code == "invalid_request" && fault?.message == "not valid JSON")
        }
    }
}
