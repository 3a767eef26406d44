/// A reply that is written and not sent yet.
struct Reply {
    /// The frames that it goes along, the peer's own first.
    let route: [[UInt8]]
    let peer: [UInt8]
    let header: [UInt8]
    let body: [UInt8]

    /// Nil without a peer to go to.
    init?(route: [[UInt8]], header: [UInt8], body: [UInt8]) {
        guard let peer = route.first else { return nil }
        self.route = route
        self.peer = peer
        self.header = header
        self.body = body
    }

    var byteCount: Int { header.count + body.count }

    /// Bodies up to this are not held back one by one: those of a peer that reads nothing are noticed when connections are
    /// looked at.
    static let smallBytes = 1024

    var isSmall: Bool { body.count <= Self.smallBytes }

    var peerKey: UInt64 { BoundPeers.key(of: peer) }
    /// About as many bytes as travel: the peer's own frame does not.
    var wireBytes: Int { byteCount + 2 * (route.count + 1) }
}
