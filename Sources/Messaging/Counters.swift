import Threading

/// Named counts of what happens beside calls: late replies, dropped frames, expired work, refusals.
public final class Counters: Sendable {
    private let counts: Locked<[String: Int]> = Locked([:])

    public init() {}

    /// - Parameter name: one of a fixed set of words, never anything that a peer chose.
    public func add(_ name: String, _ more: Int = 1) {
        counts.withLock { $0[name, default: 0] += more }
    }

    public subscript(name: String) -> Int { counts.withLock { $0[name] ?? 0 } }

    public var all: [String: Int] { counts.withLock { $0 } }
}
