import Testing
import WireProtocol

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00.000Z", 0),
        ("1970-01-01T00:00:00.123Z", 123),
        ("1969-12-31T23:59:59.999Z", -1),
        ("2000-02-29T12:34:56.789Z", 951_827_696_789),
        ("2026-06-19T21:59:59.999Z", 1_781_906_399_999),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ("0000-03-01T00:00:00.000Z", -62_162_035_200_000),
    ])
    func `an instant and its text are the same both ways`(text: String, milliseconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00.1z", 100), ("1970-01-01T00:00:00.12Z", 120),
        ("1970-01-01T00:00:00.1239Z", 123), ("1970-01-01T02:00:00+02:00", 0),
        ("1969-12-31T22:30:00-01:30", 0), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
    ])
    func `offsets and any number of digits are read`(text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "1970-01-01", "1970-01-01T00:00:00", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
        "2023-13-01T00:00:00Z", "2023-00-10T00:00:00Z", "2023-04-31T00:00:00Z", "2023-01-01T24:00:00Z",
        "2023-01-01T00:60:00Z", "2023-01-01T00:00:61Z", "2023-01-01T00:00:00.Z", "2023-01-01T00:00:00Z ",
        "+023-01-01T00:00:00Z", "2023-01-01 00:00:00Z", "２023-01-01T00:00:00Z", "2023-01-01T00:00:00+1:00",
    ])
    func `a text that is no instant is refused`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func `every day of eight centuries keeps its date`() {
        for days in Int64(-146_097)...146_097 {
            let date = CivilDate(daysSinceEpoch: days)
            #expect(date.daysSinceEpoch == days)
            #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
        }
    }
}
