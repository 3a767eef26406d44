import CZeroMQ

/// One frame in libzmq's own memory.
///
/// The `zmq_msg_t` lives behind a pointer for its whole life: libzmq links small messages into lists by
/// address, so a moved one corrupts memory.
@safe public final class Message {
    /// Up to this many bytes a copy is cheaper than handing over the array (measured: about 16 KiB).
    public static let copyLimitBytes = 16 * 1024

    let pointer: UnsafeMutablePointer<zmq_msg_t>

    /// An empty frame, to receive into.
    public init() {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: zmq_msg_t())
        unsafe zmq_msg_init(pointer)
    }

    /// A frame with these bytes: copied when small, shared without a copy when large.
    ///
    /// - Parameters:
    ///   - bytes: what the frame holds; may be empty.
    ///   - released: called, on any thread, when libzmq holds the bytes no more; of a small frame, or when none is
    ///     made, at once.
    public convenience init(
        _ bytes: [UInt8], released: (@Sendable () -> Void)? = nil
    ) throws(ZeroMQError) {
        self.init()
        if bytes.count > Message.copyLimitBytes {
            try share(bytes, released)
        } else {
            defer { released?() }
            try copy(bytes)
        }
    }

    /// A frame with these bytes, shared without a copy: for who must know when libzmq holds them no more.
    ///
    /// - Parameters:
    ///   - bytes: what the frame holds.
    ///   - released: called, on any thread, when that is so; at once when no frame is made.
    public convenience init(
        sharing bytes: [UInt8], released: @escaping @Sendable () -> Void
    ) throws(ZeroMQError) {
        self.init()
        try share(bytes, released)
    }

    deinit {
        unsafe zmq_msg_close(pointer)
        unsafe pointer.deallocate()
    }

    /// How many bytes the frame has.
    public var count: Int { unsafe zmq_msg_size(pointer) }

    /// A copy of the bytes.
    public var bytes: [UInt8] {
        withBytes { span in
            unsafe span.withUnsafeBytes { buffer in unsafe [UInt8](buffer) }
        }
    }

    /// Lends the bytes without a copy.
    public func withBytes<Value, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let buffer = unsafe UnsafeRawBufferPointer(start: zmq_msg_data(pointer), count: zmq_msg_size(pointer))
        return try body(unsafe buffer.bytes)
    }

    /// What the transport knows of the sender: `User-Id`, `Peer-Address`, `Socket-Type`.
    public func metadata(_ name: String) -> String? {
        guard let value = unsafe zmq_msg_gets(pointer, name) else { return nil }
        return unsafe String(cString: value)
    }

    /// The descriptor of the connection that a received message came by; nil over `inproc`. libzmq owns it, and may
    /// have closed it by now.
    public var descriptor: Int32? {
        let descriptor = unsafe zmq_msg_get(pointer, ZMQ_SRCFD)
        return descriptor >= 0 ? descriptor : nil
    }

    private func copy(_ bytes: [UInt8]) throws(ZeroMQError) {
        unsafe zmq_msg_close(pointer)
        let result = unsafe cornershop_message_with_size(pointer, bytes.count)
        try leaveEmpty(unless: result)
        unsafe bytes.withUnsafeBytes { source in
            unsafe UnsafeMutableRawBufferPointer(start: zmq_msg_data(pointer), count: bytes.count)
                .copyMemory(from: source)
        }
    }

    /// The array's elements stay where they are for as long as something retains the array and nobody
    /// mutates it (a mutation would copy); the box retains it until libzmq's I/O thread is done.
    private func share(_ bytes: [UInt8], _ released: (@Sendable () -> Void)?) throws(ZeroMQError) {
        let owner = unsafe Unmanaged.passRetained(SharedBytes(bytes: bytes, released: released))
        unsafe zmq_msg_close(pointer)
        let result = unsafe bytes.withUnsafeBytes { buffer in
            unsafe cornershop_message_with_data(
                pointer, UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count,
                { _, owner in
                    guard let owner = unsafe owner else { return }
                    unsafe Unmanaged<SharedBytes>.fromOpaque(owner).release()
                }, owner.toOpaque())
        }
        if result < 0 { unsafe owner.release() }
        try leaveEmpty(unless: result)
    }

    private func leaveEmpty(unless result: Int32) throws(ZeroMQError) {
        guard result < 0 else { return }
        unsafe zmq_msg_init(pointer)
        throw ZeroMQError(errno: -result, operation: "make a message")
    }
}

private final class SharedBytes: Sendable {
    let bytes: [UInt8]
    let released: (@Sendable () -> Void)?

    init(bytes: [UInt8], released: (@Sendable () -> Void)?) {
        self.bytes = bytes
        self.released = released
    }

    deinit { released?() }
}
