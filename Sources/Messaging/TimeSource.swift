public import WireProtocol

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where a process reads the time of day; tests move a manual one.
public protocol TimeSource: Sendable {
    func now() -> Timestamp
}

/// The machine's own clock.
public struct SystemTime: TimeSource {
    public init() {}

    public func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
