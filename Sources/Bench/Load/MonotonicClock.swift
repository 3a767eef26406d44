#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Nanoseconds of a clock that is never set back.
enum MonotonicClock {
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Blocks the thread until the instant is there.
    static func wait(until instant: UInt64) {
        while let left = left(until: instant) {
            var time = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
            nanosleep(&time, nil)
        }
    }

    /// Nil when the instant is there. One look at the clock: between two it may pass.
    private static func left(until instant: UInt64) -> UInt64? {
        let now = now
        return now < instant ? instant - now : nil
    }
}
