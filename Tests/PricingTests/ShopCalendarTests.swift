import Contracts
import Pricing
import Testing
import WireProtocol

@Suite struct ShopCalendarTests {
    struct Day: Sendable {
        var zone: String
        var day: String
        var start: Timestamp
        var end: Timestamp
    }

    static let days = [
        Day(zone: "UTC", day: "2026-06-19", start: "2026-06-19T00:00:00Z", end: "2026-06-20T00:00:00Z"),
        Day(
            zone: "Europe/Berlin", day: "2026-06-19", start: "2026-06-18T22:00:00Z",
            end: "2026-06-19T22:00:00Z"),
        Day(
            zone: "Europe/Berlin", day: "2026-01-05", start: "2026-01-04T23:00:00Z",
            end: "2026-01-05T23:00:00Z"),
        // 23 and 25 hours long.
        Day(
            zone: "Europe/Berlin", day: "2026-03-29", start: "2026-03-28T23:00:00Z",
            end: "2026-03-29T22:00:00Z"),
        Day(
            zone: "Europe/Berlin", day: "2026-10-25", start: "2026-10-24T22:00:00Z",
            end: "2026-10-25T23:00:00Z"),
        Day(
            zone: "America/New_York", day: "2026-03-08", start: "2026-03-08T05:00:00Z",
            end: "2026-03-09T04:00:00Z"),
        Day(
            zone: "America/New_York", day: "2026-11-01", start: "2026-11-01T04:00:00Z",
            end: "2026-11-02T05:00:00Z"),
        Day(
            zone: "America/New_York", day: "2026-12-31", start: "2026-12-31T05:00:00Z",
            end: "2027-01-01T05:00:00Z"),
        // Half an hour of daylight saving.
        Day(
            zone: "Australia/Lord_Howe", day: "2026-10-04", start: "2026-10-03T13:30:00Z",
            end: "2026-10-04T13:00:00Z"),
        // No midnight: the clock went from 23:59:59 to 01:00:00.
        Day(
            zone: "America/Sao_Paulo", day: "2018-11-04", start: "2018-11-04T03:00:00Z",
            end: "2018-11-05T02:00:00Z"),
        Day(
            zone: "Pacific/Kiritimati", day: "2026-06-19", start: "2026-06-18T10:00:00Z",
            end: "2026-06-19T10:00:00Z"),
        Day(
            zone: "Pacific/Pago_Pago", day: "2028-02-29", start: "2028-02-29T11:00:00Z",
            end: "2028-03-01T11:00:00Z"),
    ]

    @Test(arguments: days)
    func `a day lasts from its first instant to that of the next day in the shop's zone`(day: Day) throws {
        let calendar = try ShopCalendar(timeZone: day.zone)
        let bound = try #require(ValidityBound(day.day))
        #expect(calendar.start(bound).rfc3339 == day.start.rfc3339)
        #expect(calendar.end(bound).rfc3339 == day.end.rfc3339)
    }

    @Test func `an instant is itself whatever the zone`() throws {
        let bound = ValidityBound.instant("2026-06-19T10:11:12.013Z")
        let calendar = try ShopCalendar(timeZone: "Europe/Berlin")
        #expect(calendar.start(bound) == "2026-06-19T10:11:12.013Z")
        #expect(calendar.end(bound) == "2026-06-19T10:11:12.013Z")
    }

    @Test(arguments: ["", "Mars/Olympus", "../../etc/passwd", "/etc/localtime", "Europe/berlin"])
    func `an unknown zone is refused and not taken for UTC`(name: String) {
        #expect(throws: UnknownTimeZone.self) { try ShopCalendar(timeZone: name) }
    }
}
