/// When a socket must be thrown away: after a protocol error (a mechanism mismatch, ZAP 400 or 500, an oversize
/// or broken frame) libzmq never connects again. A pure value.
struct SocketWatchdog: Sendable, Equatable {
    /// How long libzmq has to say that it tries again by itself.
    static let graceMilliseconds = 1000
    private static let firstPauseMilliseconds = 100
    private static let longestPauseMilliseconds = 2000

    /// What to do about the socket.
    enum Verdict: Sendable, Equatable {
        case keep
        /// Look again after `graceMilliseconds`, with `verdict(afterGrace:)`.
        case wait(round: Int)
        case replace
    }

    private var round = 0
    private var isWaiting = false
    private var replacements = 0

    mutating func disconnected() -> Verdict {
        round += 1
        isWaiting = true
        return .wait(round: round)
    }

    mutating func handshakeFailed() -> Verdict { .replace }

    /// libzmq is at work: it tries again, or it has a connection.
    mutating func isTrying() { isWaiting = false }

    mutating func ready() { replacements = 0 }

    mutating func verdict(afterGrace graced: Int) -> Verdict {
        isWaiting && graced == round ? .replace : .keep
    }

    /// How long to wait before the new socket: doubling, and spread so that many callers do not come at once.
    mutating func pauseMilliseconds(using random: inout some RandomNumberGenerator) -> Int {
        isWaiting = false
        let doubled = Self.firstPauseMilliseconds << min(replacements, 5)
        replacements += 1
        let longest = min(doubled, Self.longestPauseMilliseconds)
        return Int.random(in: longest / 2...longest, using: &random)
    }
}
