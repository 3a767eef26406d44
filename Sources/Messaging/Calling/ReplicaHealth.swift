/// What is known of one replica. A pure value: it is told what happens and says what follows.
///
/// Only an answered ping makes a replica ready. A connection is no proof: libzmq's own heartbeats are answered
/// by its I/O thread even while the service behind it is stuck.
struct ReplicaHealth: Sendable, Equatable {
    enum State: Sendable, Equatable {
        /// No connection yet, or none any more.
        case connecting
        /// Connected; a ping is under way.
        case checking
        /// Answers.
        case ready
        /// Was ready and stopped answering; a ping lets it back.
        case suspect
        /// Said that it is ending; a new connection lets it back.
        case draining
    }

    private(set) var state = State.connecting
    private var pingsMissed = 0
    private var callsMissed = 0
    private let mostPingsMissed: Int
    private let mostCallsMissed: Int

    init(missedPings: Int, missedCalls: Int) {
        mostPingsMissed = missedPings
        mostCallsMissed = missedCalls
    }

    var isReady: Bool { state == .ready }

    /// Whether it makes sense to ping now.
    var isWorthAPing: Bool { state != .connecting }

    mutating func connected() {
        state = .checking
        pingsMissed = 0
        callsMissed = 0
    }

    mutating func disconnected() { state = .connecting }

    /// A ping was answered.
    mutating func answered() {
        pingsMissed = 0
        callsMissed = 0
        if state == .checking || state == .suspect { state = .ready }
    }

    /// A call was answered, with whatever.
    mutating func answeredCall() { callsMissed = 0 }

    /// - Returns: whether it is passed over from now on.
    mutating func missedPing() -> Bool {
        pingsMissed += 1
        return suspect(when: pingsMissed >= mostPingsMissed)
    }

    /// - Returns: whether it is passed over from now on.
    mutating func missedCall() -> Bool {
        callsMissed += 1
        return suspect(when: callsMissed >= mostCallsMissed)
    }

    mutating func saidDraining() { state = .draining }

    private mutating func suspect(when isEnough: Bool) -> Bool {
        guard isEnough, state == .ready else { return false }
        state = .suspect
        return true
    }
}
