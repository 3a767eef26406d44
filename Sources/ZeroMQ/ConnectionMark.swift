import CZeroMQ

/// Tells messages of one connection from those of another, also when libzmq has closed the former and given its descriptor to the
/// latter.
///
/// libzmq keeps what it knows of a connection, its metadata, in one place as long as the connection or any of its messages lives.
/// The mark is that place, and holds it by a message: so no other connection gets it while the mark is kept.
public final class ConnectionMark: Hashable {
    private let holder: Message?
    private let place: UInt

    /// Of a received message. Messages over `inproc`, which have no metadata, all have the same.
    public init(of message: Message) {
        let holder = Message()
        unsafe zmq_msg_copy(holder.pointer, message.pointer)
        self.holder = holder
        place = holder.metadataPlace
    }

    /// Of no message.
    init(place: UInt) {
        holder = nil
        self.place = place
    }

    public static func == (left: ConnectionMark, right: ConnectionMark) -> Bool { left.place == right.place }

    public func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

// Of the message nothing is changed until it is closed, which libzmq allows on any thread: it counts by atomics.
extension ConnectionMark: @unchecked Sendable {}

extension Message {
    fileprivate var metadataPlace: UInt {
        // Texts of the metadata, which are lent.
        for name in ["Socket-Type", "Peer-Address"] {
            if let text = unsafe zmq_msg_gets(pointer, name) { return UInt(bitPattern: text) }
        }
        return 0
    }
}
