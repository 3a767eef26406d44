import Threading

/// How every stream is followed, for whoever asks from any thread.
final class StreamStatuses: Sendable {
    private let state = Locked<[Endpoint: [StreamStatus]]>([:])

    func set(_ statuses: [StreamStatus], of publisher: Endpoint) {
        state.withLock { $0[publisher] = statuses }
    }

    func all(in order: [Endpoint]) -> [StreamStatus] {
        state.withLock { state in order.flatMap { state[$0] ?? [] } }
    }
}
