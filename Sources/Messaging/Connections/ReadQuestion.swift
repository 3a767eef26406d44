import Threading

/// What one thread asks another now and then: has all been read that had come when you were asked?
final class ReadQuestion: Sendable {
    private enum State {
        case idle, asked, answered
    }

    private let state = Locked(State.idle)

    /// Whether it has been answered; then the next call asks anew.
    ///
    /// - Parameter ask: called when it is not under way yet.
    func isAnswered(ask: () -> Void) -> Bool {
        let before = state.withLock { state in
            let before = state
            state = before == .answered ? .idle : .asked
            return before
        }
        if before == .idle { ask() }
        return before == .answered
    }

    /// All has been read.
    func answer() { state.withLock { if $0 == .asked { $0 = .answered } } }
}
