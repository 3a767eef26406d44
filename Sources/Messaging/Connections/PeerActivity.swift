/// What counts when some connections must go.
struct PeerActivity: Sendable, Equatable {
    var hasShakenHands: Bool
    /// Since something went either way; as long as can be where the system does not tell.
    var idleMilliseconds: Int

    /// The greeting is 64 bytes, the shortest READY that names a socket's type 25.
    private static let greetingBytes: UInt64 = 84

    init(hasShakenHands: Bool, idleMilliseconds: Int) {
        self.hasShakenHands = hasShakenHands
        self.idleMilliseconds = idleMilliseconds
    }

    init(_ sample: ConnectionSample?) {
        hasShakenHands = sample.map { $0.receivedBytes > Self.greetingBytes } ?? true
        idleMilliseconds = sample?.idleMilliseconds ?? .max
    }

    /// Nil when the connection has ended.
    init?(of peer: PeerConnection) {
        guard peer.isThere else { return nil }
        self.init(ConnectionSample(of: peer))
    }
}
