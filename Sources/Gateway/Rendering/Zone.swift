import WireProtocol

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where the clock hangs that people look at.
enum Zone: Sendable, Equatable {
    case utc
    /// The process's own, as `TZ` or the system has it.
    case local
    case fixed(secondsEastOfUTC: Int64, name: String)

    /// `2026-06-19 14:00:01`
    func text(_ time: Timestamp) -> String {
        let shifted = time.adding(milliseconds: offset(at: time).seconds * 1000)
        return String(shifted.rfc3339.replacing("T", with: " ").prefix(19))
    }

    /// `2026-06-19 14:00:01 CEST`
    func fullText(_ time: Timestamp) -> String { "\(text(time)) \(offset(at: time).name)" }

    /// The instant at which the clock shows what a clock in UTC shows at `time`; the earlier one where it does so twice.
    func instant(whenClockShows time: Timestamp) -> Timestamp {
        // The offset is that of an instant which is only known by it: those of the days around are tried.
        let day: Int64 = 86_400_000
        let candidates = [-day, day].map { around in
            time.adding(milliseconds: -1000 * offset(at: time.adding(milliseconds: around)).seconds)
        }
        let shown = candidates.filter { $0.adding(milliseconds: offset(at: $0).seconds * 1000) == time }
        // In an hour that the clock leaves out it is as if it went on.
        return shown.min() ?? candidates[0]
    }

    private func offset(at time: Timestamp) -> (seconds: Int64, name: String) {
        switch self {
        case .utc: return (0, "UTC")
        case .fixed(let seconds, let name): return (seconds, name)
        case .local:
            var instant = time_t(time.milliseconds / 1000)
            var local = tm()
            guard localtime_r(&instant, &local) != nil else { return (0, "UTC") }
            return (Int64(local.tm_gmtoff), local.tm_zone.map { String(cString: $0) } ?? "")
        }
    }
}
