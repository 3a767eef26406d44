import CZeroMQ

/// A server's bound socket: knows its peers by routing id, the first frame of every message.
public final class Router: Socket, SendingSocket, ReceivingSocket {
    public init(_ context: Context) throws(ZeroMQError) { try super.init(context, type: ZMQ_ROUTER) }

    /// Takes note of every peer that has sent something. `receive` by itself does so when nothing is left to read, or once
    /// in a hundred messages.
    public func hearEveryone() throws(ZeroMQError) { _ = try number(of: ZMQ_EVENTS, "EVENTS") }

    /// Whether a message has come whole and is not read yet.
    public var hasInput: Bool { ((try? number(of: ZMQ_EVENTS, "EVENTS")) ?? 0) & Int(ZMQ_POLLIN) != 0 }
}

/// A client's connected socket: any number of requests in flight.
public final class Dealer: Socket, SendingSocket, ReceivingSocket {
    public init(_ context: Context) throws(ZeroMQError) { try super.init(context, type: ZMQ_DEALER) }
}

/// A publisher that reads who subscribes (XPUB): receives a frame of 1 or 0 and the topic.
public final class Publisher: Socket, SendingSocket, ReceivingSocket {
    public init(_ context: Context) throws(ZeroMQError) { try super.init(context, type: ZMQ_XPUB) }
}

/// A reader of one publisher.
public final class Subscriber: Socket, ReceivingSocket {
    /// Topics of 246 to 255 bytes are never delivered by libzmq 4.3.4, so the cap stays well below.
    public static let maximumTopicBytes = 200

    public init(_ context: Context) throws(ZeroMQError) { try super.init(context, type: ZMQ_SUB) }

    /// Asks for every message whose first frame starts with `topic`. Subscribe before connecting.
    public func subscribe(_ topic: [UInt8]) throws(ZeroMQError) {
        try setTopic(ZMQ_SUBSCRIBE, topic, "subscribe")
    }

    /// Takes back one `subscribe` with the same topic.
    public func unsubscribe(_ topic: [UInt8]) throws(ZeroMQError) {
        try setTopic(ZMQ_UNSUBSCRIBE, topic, "unsubscribe")
    }

    private func setTopic(_ option: Int32, _ topic: [UInt8], _ operation: String) throws(ZeroMQError) {
        guard topic.count <= Subscriber.maximumTopicBytes else {
            throw .invalid(
                operation, "a topic of \(topic.count) bytes; the most is \(Subscriber.maximumTopicBytes)")
        }
        try setOption(option, topic, operation)
    }
}

/// One of exactly two ends; monitors speak over it.
public final class Pair: Socket, SendingSocket, ReceivingSocket {
    public init(_ context: Context) throws(ZeroMQError) { try super.init(context, type: ZMQ_PAIR) }
}

/// A client in lockstep: one request, one reply. For trying things out; services are called by `Dealer`.
public final class Request: Socket, SendingSocket, ReceivingSocket {
    public init(_ context: Context) throws(ZeroMQError) { try super.init(context, type: ZMQ_REQ) }
}

/// A server in lockstep, also the handler of ZAP requests (RFC 27).
public final class Reply: Socket, SendingSocket, ReceivingSocket {
    public init(_ context: Context) throws(ZeroMQError) { try super.init(context, type: ZMQ_REP) }
}
