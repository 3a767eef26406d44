import Testing

@testable import WireProtocol

@Suite(.timeLimit(.minutes(1))) struct UnwieldyKeyTests {
    private struct Letter: Codable, Equatable {
        var options: [String: Int]?
    }

    private static func marks(_ count: Int, escaped: Bool = false) -> String {
        var text = "a"
        for number in 0..<count {
            text +=
                escaped
                ? (number % 2 == 0 ? #"\u0301"# : #"\u0323"#) : number % 2 == 0 ? "\u{301}" : "\u{323}"
        }
        return text
    }

    @Test(arguments: [
        marks(31), marks(100_000), marks(31, escaped: true), marks(50_000, escaped: true),
        String(repeating: "a", count: 1025),
    ])
    func `a key that cannot be compared in good time is refused with its place`(key: String) {
        for (body, field) in [(#"{"options":{"\#(key)":1}}"#, "options"), (#"{"\#(key)":1}"#, "")] {
            let fault = #expect(throws: Fault.self) {
                try WireCoding(.json).decode(Letter.self, from: Array(body.utf8))
            }
            #expect(fault?.details.map(\.field) == [field])
            #expect(fault?.details.first?.facts["max"] == .number(1024))
        }
    }

    @Test(arguments: [marks(30), marks(30, escaped: true), String(repeating: "a", count: 1024)])
    func `others are read`(key: String) throws {
        let letter = try WireCoding(.json).decode(
            Letter.self, from: Array(#"{"options":{"\#(key)":1}}"#.utf8))
        #expect(letter.options?.count == 1)
    }
}
