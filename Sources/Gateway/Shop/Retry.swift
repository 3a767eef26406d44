import WireProtocol

/// When an identical keyed call is sent again: decides, and leaves waiting to the caller.
struct Retry: Equatable, Sendable {
    /// One attempt does not use up the whole time: what died silently is tried again.
    static let attemptMilliseconds = 3000

    private static let longestPauseMilliseconds = 1000
    private var pauseMilliseconds = 100
    private var isFirst = true

    /// How long the next attempt may take.
    func attemptMilliseconds(left: Int) -> Int { max(1, min(left, Self.attemptMilliseconds)) }

    /// Whether the call has not left yet, in this attempt or an earlier one.
    func isUnsent(_ failure: ServiceFailure) -> Bool {
        if isFirst, case .notConnected = failure.reason { true } else { false }
    }

    /// How long to wait before the next attempt; nil when there is none to make.
    mutating func pause(after failure: ServiceFailure, left: Int) -> Int? {
        guard failure.isPassing, failure.reason != .interrupted else { return nil }
        // There is nothing to find out: whoever asks is told at once.
        if isUnsent(failure) { return nil }
        isFirst = false
        var pause = pauseMilliseconds
        if case .fault(let fault) = failure.reason { pause = fault.retryAfterMilliseconds ?? pause }
        pauseMilliseconds = min(pauseMilliseconds * 2, Self.longestPauseMilliseconds)
        return pause < left ? pause : nil
    }
}
