import ZeroMQ

/// A connection of a publisher, as one of its messages tells of it.
struct SubscribedPeer: Sendable {
    /// What has the descriptor by which the message came, when it is read: a later connection, when the sender's has ended.
    let connection: PeerConnection
    let mark: ConnectionMark

    init(connection: PeerConnection, mark: ConnectionMark) {
        self.connection = connection
        self.mark = mark
    }

    /// Nil when there is no connection behind the descriptor any more, or one of another socket.
    ///
    /// - Parameter port: on which the publisher listens; nil when not over TCP.
    init?(_ message: Message, descriptor: Int32, port: Int?) {
        guard let connection = PeerConnection(descriptor: descriptor),
            port == nil || connection.localPort == port
        else { return nil }
        self.init(connection: connection, mark: ConnectionMark(of: message))
    }
}
