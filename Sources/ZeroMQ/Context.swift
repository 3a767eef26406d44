import CZeroMQ
import Synchronization

/// A process's libzmq: its I/O threads and its `inproc` names. Make it after any fork.
///
/// It ends when the last socket made from it is gone: each keeps it alive, so letting go in any order is
/// safe and never hangs.
@safe public final class Context: @unchecked Sendable {
    // Unchecked: libzmq's context functions may be called from any thread; the pointer never changes.
    let handle: UnsafeMutableRawPointer
    private let isTerminated = Atomic(false)

    /// - Parameters:
    ///   - ioThreads: one is enough for about a gigabyte a second.
    ///   - maximumSockets: how many sockets may be open at a time, monitors included.
    public init(ioThreads: Int = 1, maximumSockets: Int = 1023) throws(ZeroMQError) {
        guard let handle = unsafe zmq_ctx_new() else {
            throw ZeroMQError(
                .outOfMemory, operation: "make a context", message: "no memory or descriptors left")
        }
        unsafe self.handle = handle
        // BLOCKY 0: closing a context must not wait for messages to peers that are not there.
        try set(ZMQ_BLOCKY, 0, "BLOCKY")
        try set(ZMQ_IO_THREADS, ioThreads, "IO_THREADS")
        try set(ZMQ_MAX_SOCKETS, maximumSockets, "MAX_SOCKETS")
    }

    deinit { terminate() }

    /// Waits until every socket of this context is closed and what they sent is flushed, each for its linger.
    ///
    /// For the end of a process, which would else take unsent messages with it. Harmless when repeated; sockets
    /// cannot be made afterwards.
    public func terminate() {
        guard !isTerminated.exchange(true, ordering: .acquiringAndReleasing) else { return }
        _ = uninterrupted { unsafe cornershop_context_terminate(handle) }
    }

    /// Makes every later call on a socket of this context fail with `contextTerminated`.
    public func shutdown() {
        _ = uninterrupted { unsafe cornershop_context_shutdown(handle) }
    }

    private func set(_ option: Int32, _ value: Int, _ name: String) throws(ZeroMQError) {
        guard let value = Int32(exactly: value) else {
            throw .invalid("set \(name)", "\(value) is out of range")
        }
        try check("set \(name) to \(value)") { unsafe cornershop_context_set(handle, option, value) }
    }
}
