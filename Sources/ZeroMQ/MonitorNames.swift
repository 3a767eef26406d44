import Synchronization

/// Every monitor needs an `inproc` name of its own.
enum MonitorNames {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
