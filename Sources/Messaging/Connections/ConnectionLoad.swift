import Threading

/// How many connections a bound socket has, for who asks a service for its health.
public final class ConnectionLoad: Sendable {
    private let purpose: String
    private let state = Locked(State())

    private struct State {
        var count = 0
        var most = 0
        var lastCutNanoseconds: UInt64?
    }

    /// For so long it is said that some had to go.
    private static let memoryNanoseconds: UInt64 = 5_000_000_000

    /// - Parameter purpose: what they are for, `calls`.
    init(for purpose: String) { self.purpose = purpose }

    func set(count: Int, most: Int) {
        state.withLock { state in
            state.count = count
            state.most = most
        }
    }

    func noteCut(nowNanoseconds now: UInt64) { state.withLock { $0.lastCutNanoseconds = now } }

    public var count: Int { state.withLock { $0.count } }

    /// What is not as usual: that every place is taken, so that idle peers are cut when others come.
    public var notes: [String] { notes(nowNanoseconds: MonotonicTime.nowNanoseconds) }

    func notes(nowNanoseconds now: UInt64) -> [String] {
        let state = state.withLock { $0 }
        let isJustCut = state.lastCutNanoseconds.map { now < $0 + Self.memoryNanoseconds } ?? false
        guard state.most > 0, state.count >= state.most || isJustCut else { return [] }
        return ["connections for \(purpose) at the limit of \(state.most)"]
    }
}
