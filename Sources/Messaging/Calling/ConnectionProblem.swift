/// Why there is no connection to a service, as far as it is known.
public enum ConnectionProblem: Sendable, Equatable {
    /// Nothing listens there: the system refused the connection.
    case refused
    /// The host's name has no address.
    case unknownHost
    /// Somebody listens there who does not speak ZMTP 3 as a service does, or hangs up before the first answer.
    case notAService
    /// Connections are accepted and nothing is said: it hangs, or is no service.
    case silent
    /// Its replicas answer from data of their own, so that each would say something else.
    case separateData

    /// Whether waiting is of no use unless something changes there.
    var isCertain: Bool { self != .silent }
}

/// What the attempts to connect to one replica have shown. A pure value.
struct ConnectionAttempts: Sendable, Equatable {
    private(set) var problem: ConnectionProblem?
    private var isConnected = false
    private var isAnswering = false
    private var hangUps = 0
    private var startNanoseconds: UInt64 = 0

    /// One that ends later than this was not refused but never answered.
    private static let refusalNanoseconds: UInt64 = 1_500_000_000
    /// Who hangs up once may be ending; who does it again speaks something else.
    private static let mostHangUps = 2

    mutating func began(atNanoseconds now: UInt64) {
        isConnected = false
        startNanoseconds = now
    }

    mutating func connected() {
        isConnected = true
        if problem == .refused || problem == nil { problem = .silent }
    }

    /// The attempt ended without a connection.
    mutating func closed(atNanoseconds now: UInt64) {
        guard !isConnected else { return }
        problem = now < startNanoseconds + Self.refusalNanoseconds ? .refused : nil
        // The next one begins by itself, after libzmq's pause.
        startNanoseconds = now
    }

    mutating func handshakeSucceeded() {
        isAnswering = false
        if hangUps == 0 { problem = nil }
    }

    /// A ping was answered: it is a service.
    mutating func answered() {
        isAnswering = true
        hangUps = 0
        problem = nil
    }

    mutating func handshakeFailed() { problem = .notAService }

    mutating func disconnected() {
        isConnected = false
        guard !isAnswering else {
            isAnswering = false
            return
        }
        hangUps += 1
        if hangUps >= Self.mostHangUps { problem = .notAService }
    }
}
