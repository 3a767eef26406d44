import CZeroMQ

/// How an attempt to send ended. Sending never waits.
public enum SendOutcome: Hashable, Sendable {
    /// The whole message is on its way.
    case sent
    /// At the high-water mark or nobody connected: nothing was sent, try later.
    case wouldBlock
    /// A ROUTER knows no such peer, or the peer went in the middle: nothing will arrive.
    case unreachable
}

/// A role that sends.
public protocol SendingSocket: Socket {}

extension SendingSocket {
    /// Sends the frames as one message, all or none.
    public func send(_ frames: [[UInt8]]) throws(ZeroMQError) -> SendOutcome {
        try sendFrames(frames)
    }

    /// Sends a route, a header and a body as one message, all or none.
    public func send(
        _ route: [[UInt8]], _ header: [UInt8], _ body: [UInt8]
    ) throws(ZeroMQError) -> SendOutcome {
        try sendFrames(route.count + 2) { index in
            index < route.count ? route[index] : index == route.count ? header : body
        }
    }

    /// The same with a body in libzmq's own memory, which is empty afterwards.
    public func send(
        _ route: [[UInt8]], _ header: [UInt8], _ body: Message
    ) throws(ZeroMQError) -> SendOutcome {
        try unsafe sendParts(route.count + 2) { index, more, socket throws(ZeroMQError) in
            if index > route.count { return unsafe sendFrame(body, more: more, on: socket) }
            return try unsafe sendFrame(index < route.count ? route[index] : header, more: more, on: socket)
        }
    }
}

extension Socket {
    final func sendFrames(_ frames: [[UInt8]]) throws(ZeroMQError) -> SendOutcome {
        try sendFrames(frames.count) { frames[$0] }
    }

    @inline(__always)
    final func sendFrames(_ count: Int, _ frame: (Int) -> [UInt8]) throws(ZeroMQError) -> SendOutcome {
        try unsafe sendParts(count) { index, more, socket throws(ZeroMQError) in
            try unsafe sendFrame(frame(index), more: more, on: socket)
        }
    }

    @inline(__always)
    final func sendParts(
        _ count: Int,
        _ sendPart: (Int, _ more: Bool, _ socket: UnsafeMutableRawPointer) throws(ZeroMQError) -> Int32
    ) throws(ZeroMQError) -> SendOutcome {
        let socket = try unsafe opened("send")
        let last = count - 1
        guard last >= 0 else { throw .invalid("send", "a message has at least one frame") }
        var outcome = SendOutcome.sent
        for index in 0...last {
            let result = try unsafe sendPart(index, index < last, socket)
            if result >= 0 { continue }
            outcome = try SendOutcome(refusal: -result)
            if index == 0 { return outcome }
            // The peer went between two frames. libzmq drops the rest itself, but only when it is given it:
            // else the next message would be taken for the remainder of this one.
            outcome = .unreachable
        }
        return outcome
    }

    final func sendFrame(_ message: Message, more: Bool, on socket: UnsafeMutableRawPointer) -> Int32 {
        uninterrupted { unsafe cornershop_message_send(message.pointer, socket, more ? 1 : 0) }
    }

    final func sendFrame(
        _ bytes: [UInt8], more: Bool, on socket: UnsafeMutableRawPointer
    ) throws(ZeroMQError) -> Int32 {
        if bytes.count > Message.copyLimitBytes {
            return unsafe sendFrame(try Message(bytes), more: more, on: socket)
        }
        return unsafe bytes.withUnsafeBytes { buffer in
            uninterrupted { unsafe cornershop_send(socket, buffer.baseAddress, buffer.count, more ? 1 : 0) }
        }
    }
}

extension SendOutcome {
    init(refusal number: Int32) throws(ZeroMQError) {
        switch number {
        case EAGAIN: self = .wouldBlock
        case EHOSTUNREACH: self = .unreachable
        default: throw ZeroMQError(errno: number, operation: "send")
        }
    }
}
