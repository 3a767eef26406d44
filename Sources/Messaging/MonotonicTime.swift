#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The clock that deadlines are counted on: never set back, unlike the time of day, and going on while the machine
/// sleeps, as callers elsewhere do.
enum MonotonicTime {
    #if canImport(Glibc)
    private static let clock = CLOCK_BOOTTIME
    #else
    private static let clock = CLOCK_MONOTONIC
    #endif

    static var nowNanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
