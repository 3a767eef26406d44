import CZeroMQ

/// What every role of socket can do. Made, used and closed on one thread.
///
/// It keeps its context alive and closes itself when released.
@safe public class Socket {
    /// The context it was made from.
    public let context: Context
    private var handle: UnsafeMutableRawPointer?
    private var isMonitored = false

    init(_ context: Context, type: Int32) throws(ZeroMQError) {
        self.context = context
        var handle: UnsafeMutableRawPointer?
        try check("open a socket") { unsafe cornershop_socket_open(context.handle, type, &handle) }
        unsafe self.handle = unsafe handle
    }

    deinit { close() }

    /// Whether `close` was called.
    public final var isClosed: Bool { unsafe handle == nil }

    /// Closes the socket; what is still queued is kept for its `linger`. Closing twice is harmless.
    public final func close() {
        guard let open = unsafe handle else { return }
        stopMonitoring()
        unsafe handle = nil
        _ = uninterrupted { unsafe cornershop_socket_close(open) }
    }

    /// Tells what happens to the connections at `endpoint`, an `inproc` name.
    final func startMonitoring(at endpoint: String, _ events: Int32) throws(ZeroMQError) {
        let socket = try unsafe opened("monitor")
        try check("monitor") { unsafe cornershop_socket_monitor(socket, endpoint, events) }
        isMonitored = true
    }

    /// Before either end goes: libzmq's I/O thread would wait for ever to tell a reader that is not there.
    final func stopMonitoring() {
        guard isMonitored, let open = unsafe handle else { return }
        isMonitored = false
        _ = uninterrupted { unsafe cornershop_socket_monitor(open, nil, 0) }
    }

    /// The C socket, for one call.
    final func opened(_ operation: @autoclosure () -> String) throws(ZeroMQError) -> UnsafeMutableRawPointer {
        guard let handle = unsafe handle else { throw .closed(operation()) }
        return unsafe handle
    }
}
