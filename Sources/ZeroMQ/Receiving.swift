import CZeroMQ

/// A role that receives.
public protocol ReceivingSocket: Socket {}

extension ReceivingSocket {
    /// Receives one whole message into `multipart`; false when none is there. Never waits.
    public func receive(into multipart: Multipart) throws(ZeroMQError) -> Bool {
        try receiveFrames(into: multipart)
    }

    /// Receives one whole message as arrays; nil when none is there. Never waits.
    public func receive() throws(ZeroMQError) -> [[UInt8]]? {
        let multipart = Multipart()
        return try receiveFrames(into: multipart) ? multipart.arrays : nil
    }
}

extension Socket {
    final func receiveFrames(into multipart: Multipart) throws(ZeroMQError) -> Bool {
        let socket = try unsafe opened("receive")
        multipart.removeAll()
        while true {
            let frame = multipart.nextFrame()
            let result = uninterrupted { unsafe cornershop_message_receive(frame.pointer, socket) }
            if result < 0 {
                multipart.dropLastFrame()
                guard result == -EAGAIN else { throw ZeroMQError(errno: -result, operation: "receive") }
                return false
            }
            if unsafe zmq_msg_more(frame.pointer) == 0 { return true }
        }
    }
}
