/// How a responder serves.
public struct ResponderSettings: Sendable {
    /// Where calls are answered.
    public var endpoint: Endpoint
    /// Allow an address that others can reach, in plain text and without keys.
    public var allowsPlainTextFromOthers = false
    /// How many calls may be at work on the task pool; more are refused as `overloaded`, and so is a call before that
    /// when those in front of it would take up its caller's time.
    public var mostCallsAtWork = 512
    /// When a refused caller should try again.
    public var retryAfterMilliseconds = 50
    /// Answers that may wait for one peer (`SNDHWM`), and again in the queue for a slow peer beyond that.
    public var highWaterMark = 1000
    /// What all peers may make the responder hold.
    public var memory = MemoryBudget()
    /// Connections at a time; fewer where the process may have few descriptors. Beyond that the one that has been idle for
    /// the longest is cut.
    public var mostConnections = 1000
    /// A body over this is refused as `message_too_large`; so is one over the bound of its own method.
    public var largestBodyBytes = 1 << 20
    /// A body over this is not read on the reactor's thread, where everybody would wait for it, but on the task pool.
    public var mostInlineBytes = 16 << 10
    /// How long a drain waits for calls at work and for slow peers.
    public var drainMilliseconds = 10_000

    /// Who takes nothing of what it is owed for so long is cut while much is owed.
    var pressedPatienceMilliseconds = 2000

    public init(endpoint: Endpoint) { self.endpoint = endpoint }

    /// Beyond this libzmq itself ends the sender's connection (`MAXMSGSIZE`).
    var largestFrameBytes: Int { largestBodyBytes * 4 }

    var peerLimits: PeerLimits {
        PeerLimits(
            mostConnections: mostConnections,
            mostUnfinishedBytes: largestFrameBytes + (64 << 10),
            mostWaitingBytes: memory.waitingBytes, mostOwedBytes: memory.owedBytes,
            pressedPatienceMilliseconds: pressedPatienceMilliseconds)
    }
}
