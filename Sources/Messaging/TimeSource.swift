public import WireProtocol

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where a process reads the time; tests move a manual one.
public protocol TimeSource: Sendable {
    /// The time of day, which may be set forward and back.
    func now() -> Timestamp

    /// Milliseconds of a clock that is never set and goes on while the machine sleeps: ages are differences of it.
    func elapsedMilliseconds() -> Int64
}

/// The machine's own clocks.
public struct SystemTime: TimeSource {
    public init() {}

    public func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    public func elapsedMilliseconds() -> Int64 { Int64(MonotonicTime.nowNanoseconds / 1_000_000) }
}
