package import Contracts
import Threading
package import WireProtocol

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Turns days of the shop's time zone into instants, daylight saving included, by the C library's zone data.
package struct ShopCalendar: Sendable {
    /// An IANA name: `Europe/Berlin`.
    package let timeZone: String

    /// - Throws: `UnknownTimeZone`, because the C library would silently take UTC for it.
    package init(timeZone: String) throws(UnknownTimeZone) {
        guard ShopCalendar.isKnown(timeZone) else { throw UnknownTimeZone(name: timeZone) }
        self.timeZone = timeZone
    }

    /// The first instant of a day here, counted from 1970-01-01; where midnight is skipped, the hour after it.
    package func start(ofDay daysSinceEpoch: Int64) -> Timestamp {
        // Offsets lie within −12 … +14 hours: `earliest` is still an earlier day here, `latest` no more.
        let midnight = daysSinceEpoch * ShopCalendar.secondsPerDay
        var earliest = midnight - 15 * 3600
        var latest = midnight + 13 * 3600
        ShopCalendar.withZone(timeZone) {
            while latest - earliest > 1 {
                let middle = earliest + (latest - earliest) / 2
                if localDay(middle) < daysSinceEpoch { earliest = middle } else { latest = middle }
            }
        }
        return Timestamp(milliseconds: latest * 1000)
    }

    private func localDay(_ seconds: Int64) -> Int64 {
        var instant = time_t(seconds)
        var local = tm()
        localtime_r(&instant, &local)
        return ShopCalendar.days(year: local.tm_year, month: local.tm_mon, day: local.tm_mday)
    }

    /// Days since 1970-01-01, of a date in the C library's counting: years from 1900, months from 0.
    private static func days(year: Int32, month: Int32, day: Int32) -> Int64 {
        var date = tm()
        date.tm_year = year
        date.tm_mon = month
        date.tm_mday = day
        return Int64(timegm(&date)) / secondsPerDay
    }

    private static let secondsPerDay: Int64 = 86_400
}

/// A time zone that the C library's zone data does not have.
package struct UnknownTimeZone: Error, Equatable, CustomStringConvertible {
    package var name: String

    package var description: String { "there is no time zone \(name) on this machine (is tzdata installed?)" }
}

/// `TZ` belongs to the whole process: one lock guards it, and the zone is set only when it is another one.
extension ShopCalendar {
    private static let currentZone = Locked("")

    private static func withZone(_ zone: String, _ body: () -> Void) {
        // The C library's calls run inside the lock: they read the zone that it guards, and never call back.
        currentZone.withLock { current in
            if current != zone {
                setenv("TZ", zone, 1)
                tzset()
                current = zone
            }
            body()
        }
    }

    private static func isKnown(_ zone: String) -> Bool {
        if zone == "UTC" { return true }
        let isName = zone.utf8.first != UInt8(ascii: "/") && !zone.isEmpty && !zone.contains("..")
        return isName && access("/usr/share/zoneinfo/\(zone)", R_OK) == 0
    }
}

extension ShopCalendar {
    /// When a validity that says `bound` starts.
    package func start(_ bound: ValidityBound) -> Timestamp {
        switch bound {
        case .instant(let instant): instant
        case .day(let year, let month, let day): start(ofDay: ShopCalendar.days(year, month, day))
        }
    }

    /// When a validity that says `bound` ends: a day counts to its own end.
    package func end(_ bound: ValidityBound) -> Timestamp {
        switch bound {
        case .instant(let instant): instant
        case .day(let year, let month, let day): start(ofDay: ShopCalendar.days(year, month, day) + 1)
        }
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        days(year: Int32(clamping: year - 1900), month: Int32(clamping: month - 1), day: Int32(clamping: day))
    }
}
