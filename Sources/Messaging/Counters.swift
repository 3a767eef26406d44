import Threading

/// Named counts of what happens beside calls: late replies, dropped frames, expired work, refusals.
public final class Counters: Sendable {
    /// What is told of also when it never happened: a 0 is news too.
    ///
    /// `dropped`: messages that are none of ours. By responders, `refused`: overload, `expired`: calls whose time was
    /// up before their work began; `abandoned`: calls of peers that were cut; `peers_cut_…` and `subscribers_cut`: who was
    /// cut, and why. By callers, `late`: answers that nobody waited for any more, `retried`: calls sent
    /// once more, `ejected`: replicas passed over because they stopped answering.
    static let words =
        ["dropped", "refused", "expired", "abandoned", "late", "retried", "ejected", "subscribers_cut"]
        + PeerWatch.Reason.allCases.map(\.rawValue)

    private let counts = Locked(Dictionary(uniqueKeysWithValues: words.map { ($0, 0) }))

    public init() {}

    /// - Parameters:
    ///   - name: one of a fixed set of words, never anything that a peer chose.
    ///   - more: how often it happened.
    public func add(_ name: String, _ more: Int = 1) {
        counts.withLock { $0[name, default: 0] += more }
    }

    public subscript(name: String) -> Int { counts.withLock { $0[name] ?? 0 } }

    public var all: [String: Int] { counts.withLock { $0 } }
}
