/// The peers that were cut and whose messages libzmq still hands over: nobody is left to be answered, so nothing is to be
/// done for them.
struct CutPeers {
    private var connections: [Int32: PeerConnection] = [:]
    private var keys: Set<UInt64> = []

    var isEmpty: Bool { connections.isEmpty }
    /// Whether libzmq has left all of them: nothing that they sent comes any more.
    var haveEnded: Bool { connections.values.allSatisfy { !$0.isThere } }

    /// - Parameter keys: what it is known by, as far as any message of it was read.
    mutating func add(_ peer: PeerConnection, knownBy keys: some Sequence<UInt64>) {
        connections[peer.descriptor] = peer
        self.keys.formUnion(keys)
    }

    /// Whether a message is of such a peer.
    ///
    /// - Parameter descriptor: of the connection by which the message came.
    mutating func sent(key: UInt64, descriptor: Int32?) -> Bool {
        if keys.contains(key) { return true }
        guard let descriptor, let cut = connections[descriptor] else { return false }
        // Another connection may have been given the number.
        let now = PeerConnection(descriptor: descriptor)
        guard now == nil || now == cut else { return false }
        keys.insert(key)
        return true
    }

    /// All that had come was read: those that libzmq has forgotten send nothing any more.
    mutating func drained() {
        connections = connections.filter { $0.value.isThere }
        if connections.isEmpty { keys = [] }
    }
}
