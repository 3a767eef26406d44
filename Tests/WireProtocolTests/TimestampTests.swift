import Testing
import WireProtocol

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00.000Z", 0),
        ("1970-01-01T00:00:00.123Z", 123),
        ("1969-12-31T23:59:59.999Z", -1),
        ("2000-02-29T12:30:45.006Z", 951_827_445_006),
        ("2026-06-19T12:00:00.123Z", 1_781_870_400_123),
        ("2026-12-31T23:59:59.999Z", 1_798_761_599_999),
        ("2100-03-01T00:00:00.000Z", 4_107_542_400_000),
        ("0000-01-01T00:00:00.000Z", -62_167_219_200_000),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ]) func `text and milliseconds are the same instant`(text: String, milliseconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        ("2026-06-19T12:00:00Z", "2026-06-19T12:00:00.000Z"),
        ("2026-06-19t12:00:00z", "2026-06-19T12:00:00.000Z"),
        ("2026-06-19 12:00:00Z", "2026-06-19T12:00:00.000Z"),
        ("2026-06-19T12:00:00.1Z", "2026-06-19T12:00:00.100Z"),
        ("2026-06-19T12:00:00.1239999999999999999999999Z", "2026-06-19T12:00:00.123Z"),
        ("2026-06-19T12:00:00+02:00", "2026-06-19T10:00:00.000Z"),
        ("2026-01-01T00:30:00.5+05:30", "2025-12-31T19:00:00.500Z"),
        ("2026-06-19T12:00:00-00:00", "2026-06-19T12:00:00.000Z"),
        ("2024-02-28T23:30:00-01:00", "2024-02-29T00:30:00.000Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
    ]) func `other ways to write an instant`(text: String, same: String) {
        #expect(Timestamp(rfc3339: text)?.rfc3339 == same)
    }

    @Test(arguments: [
        "", "2026", "2026-06-19", "2026-06-19T12:00:00", "2026-06-19T12:00Z", "2026-06-19T12:00:00.Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-06-31T00:00:00Z", "2026-06-00T00:00:00Z",
        "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-06-19T24:00:00Z", "2026-06-19T12:60:00Z",
        "2026-06-19T12:00:61Z", "2026-06-19T12:00:00+24:00", "2026-06-19T12:00:00+0200",
        "2026-06-19T12:00:00Zulu", "26-06-19T12:00:00Z", "２026-06-19T12:00:00Z", "-2026-06-19T12:00:00Z",
    ]) func `what is no instant is refused`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
        #expect(throws: Fault.self) {
            try WireCoding(.json).decode([Timestamp].self, from: Array("[\"\(text)\"]".utf8))
        }
    }

    @Test func `every day of 800 years is the day after the one before`() {
        let day: Int64 = 86_400_000
        var instant = Timestamp(milliseconds: -day * 146_097)
        var days = 0
        while days < 2 * 146_097 {
            let text = instant.rfc3339
            #expect(Timestamp(rfc3339: text) == instant)
            instant = instant.adding(milliseconds: day)
            days += 1
        }
        #expect(instant.rfc3339 == "2370-01-01T00:00:00.000Z")
    }

    @Test(arguments: [
        ("2026-12-31T23:59:59.999Z", 2026), ("2027-01-01T00:00:00Z", 2027), ("1969-12-31T00:00:00Z", 1969),
    ])
    func `the year is UTC's`(text: String, year: Int) {
        #expect(Timestamp(rfc3339: text)?.year == year)
    }

    @Test(arguments: [Int64.min, -62_167_219_200_001, 253_402_300_800_000, .max])
    func `what RFC 3339 cannot write is written as the nearest`(milliseconds: Int64) {
        let text = Timestamp(milliseconds: milliseconds).rfc3339
        #expect(text == (milliseconds < 0 ? "0000-01-01T00:00:00.000Z" : "9999-12-31T23:59:59.999Z"))
    }

    @Test func `a message holds it as text and a bad one names its field`() throws {
        let body = try WireCoding(.json).encode(["at": Timestamp(milliseconds: 123)])
        #expect(String(decoding: body, as: UTF8.self) == #"{"at":"1970-01-01T00:00:00.123Z"}"#)
        let fault = #expect(throws: Fault.self) {
            try WireCoding(.json).decode([String: Timestamp].self, from: Array(#"{"at":"soon"}"#.utf8))
        }
        #expect(fault?.details.map(\.field) == ["at"])
        #expect(fault?.details.map(\.code) == ["invalid_request"])
    }
}
