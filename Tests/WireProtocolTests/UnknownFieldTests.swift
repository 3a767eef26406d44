import Testing
import WireProtocol

private struct Shelf: Codable {
    struct Box: Codable {
        var label: String
        var size: WireInteger?
    }

    var boxes: [Box]
    var byRoom: [String: [Box]]?
    var extra: JSONValue?
    var until: String?
}

@Suite struct UnknownFieldTests {
    private func refusal(_ json: String, _ type: ContentType, knowing: Bool = true) throws -> Fault? {
        let known = knowing ? try Schema.of(Shelf.self) : nil
        do throws(Fault) {
            _ = try WireCoding(type).decode(
                Shelf.self, from: TranslatedJSON.body(json, type), refusingBeyond: known)
            return nil
        } catch {
            return error
        }
    }

    private static let unknown: [(String, [String], String?)] = [
        (#"{"boxes":[],"untill":"2026-12-24"}"#, ["untill"], "until"),
        (#"{"boxes":[],"Until":"2026-12-24"}"#, ["Until"], "until"),
        (#"{"boxes":[],"colour":"red"}"#, ["colour"], nil),
        (#"{"boxes":[{"label":"a"},{"label":"b","sise":1}]}"#, ["boxes[1].sise"], "size"),
        (#"{"boxes":[],"byRoom":{"attic":[{"label":"a","labl":"b"}]}}"#, ["byRoom.attic[0].labl"], "label"),
        (#"{"box":[]}"#, ["box"], nil),
        (#"{"boxs":[],"tint":{"boxes":1},"until":7}"#, ["boxs", "tint"], "boxes"),
        (#"{"boxes":[],"a":[{"b":1}]}"#, ["a"], nil),
    ]

    @Test(arguments: unknown)
    func `a field that is not known is named, with the nearest one`(
        json: String, fields: [String], nearest: String?
    ) throws {
        for type in ContentType.allCases {
            let fault = try #require(try refusal(json, type))
            #expect(fault.status == .invalidArgument && fault.code == "unknown_field" && !fault.retryable)
            #expect(fault.details.map(\.field) == fields)
            #expect(fault.details[0].facts["suggestion"] == nearest.map { .text($0) })
            #expect(
                fault.message.hasSuffix(
                    nearest.map { "no such field: did you mean \($0)?" } ?? "no such field"))
        }
    }

    @Test(arguments: [
        #"{"boxes":[{"label":"a","size":1}],"byRoom":{"any room":[]},"until":"x"}"#,
        #"{"boxes":[],"extra":{"what":[{"ever":1}]}}"#,
        #"{"boxes":[],"\u0075ntil":"x"}"#,
    ])
    func `what is known, and what is open, passes`(json: String) throws {
        for type in ContentType.allCases where type == .json || !json.contains("\\") {
            #expect(try refusal(json, type) == nil)
        }
    }

    @Test(arguments: [
        (#"{"boxes":[{"label":{"x":1}}]}"#, "invalid_request", "boxes[0].label"),
        (#"{"boxes":{"label":1}}"#, "invalid_request", "boxes"),
    ])
    func `another shape is told as that`(json: String, code: String, field: String) throws {
        for type in ContentType.allCases {
            let fault = try #require(try refusal(json, type))
            #expect(fault.code == code && fault.details.map(\.field) == [field])
        }
    }

    @Test func `what is no message has no fields`() throws {
        #expect(try refusal(#"{"untill":}"#, .json)?.message == "not valid JSON")
        #expect(try refusal(#"{"untill":1"#, .json)?.message == "not valid JSON")
    }

    @Test(arguments: ContentType.allCases)
    func `without a shape to compare they are ignored`(type: ContentType) throws {
        #expect(try refusal(#"{"boxes":[{"label":"a","sise":1}],"untill":"x"}"#, type, knowing: false) == nil)
    }

    @Test(arguments: ContentType.allCases) func `a fault lists a few of many`(type: ContentType) throws {
        let many = (0..<1000).map { ",\"x\($0)\":0" }.joined()
        #expect(try refusal(#"{"boxes":[]"# + many + "}", type)?.details.count == 20)
    }
}
