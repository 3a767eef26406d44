import Contracts
import Testing
import WireProtocol

@Suite struct ValidityBoundTests {
    @Test(arguments: [
        ("2026-06-19", "2026-06-19"), ("2024-02-29", "2024-02-29"), ("0999-01-05", "0999-01-05"),
        ("2026-06-19T12:00:00Z", "2026-06-19T12:00:00.000Z"),
        ("2026-06-19T14:00:00.123+02:00", "2026-06-19T12:00:00.123Z"),
    ])
    func `a day stays a day and an instant becomes UTC`(text: String, written: String) throws {
        #expect(try #require(ValidityBound(text)).text == written)
    }

    @Test(arguments: [
        "", "2026-06", "2026-6-19", "2026-06-31", "2025-02-29", "2026-13-01", "19.06.2026", "2026-06-19T",
        "2026-06-19 ",
        "2026-06-19T25:00:00Z", "tomorrow", "２０２６-06-19",
    ])
    func `another text is no bound`(text: String) {
        #expect(ValidityBound(text) == nil)
        let fault = refusal(SetPrice.self, #"{"sku":"a","currency":"USD","unitPrice":1,"from":"\#(text)"}"#)
        #expect(fault?.details.map(\.field) == ["from"])
    }
}
