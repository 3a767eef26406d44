import CZeroMQ

/// What one thread waits for: sockets and plain descriptors.
@safe public final class PollSet {
    /// What to wait for.
    public struct Interest: OptionSet, Sendable {
        public let rawValue: Int16
        public init(rawValue: Int16) { self.rawValue = rawValue }

        public static let readable = Interest(rawValue: Int16(ZMQ_POLLIN))
        public static let writable = Interest(rawValue: Int16(ZMQ_POLLOUT))
    }

    private var items: [zmq_pollitem_t] = unsafe []
    // Held so that no item can point to a socket that is gone.
    private var sockets: [Socket?] = []

    public init() {}

    public var count: Int { sockets.count }

    /// Empties the set.
    public func removeAll() {
        unsafe items.removeAll(keepingCapacity: true)
        sockets.removeAll(keepingCapacity: true)
    }

    /// Adds a socket at the next index.
    public func append(_ socket: Socket, _ interest: Interest) throws(ZeroMQError) {
        let handle = try unsafe socket.opened("poll")
        unsafe items.append(zmq_pollitem_t(socket: handle, fd: -1, events: interest.rawValue, revents: 0))
        sockets.append(socket)
    }

    /// Adds a descriptor at the next index.
    public func append(descriptor: Int32, _ interest: Interest) {
        unsafe items.append(
            zmq_pollitem_t(socket: nil, fd: descriptor, events: interest.rawValue, revents: 0))
        sockets.append(nil)
    }

    /// Waits until something is ready or the time is up and tells how many are. Negative: no limit.
    ///
    /// A signal ends the wait early with 0, since how much time was left is not known.
    public func wait(timeoutMilliseconds: Int) throws(ZeroMQError) -> Int {
        if sockets.contains(where: { $0?.isClosed == true }) { throw .closed("poll") }
        let result = unsafe items.withUnsafeMutableBufferPointer { buffer in
            unsafe cornershop_poll(buffer.baseAddress, Int32(buffer.count), timeoutMilliseconds)
        }
        if result >= 0 { return Int(result) }
        for index in unsafe items.indices { unsafe items[index].revents = 0 }
        if result == -EINTR { return 0 }
        throw ZeroMQError(errno: -result, operation: "poll")
    }

    /// What the last wait found at `index`.
    public func ready(at index: Int) -> Interest { unsafe Interest(rawValue: items[index].revents) }
}
