import Threading
public import ZeroMQ

/// One thread that owns every socket of a process.
///
/// libzmq's sockets belong to one thread, and a descriptor that tells of them is edge-triggered and easily
/// misread. A thread that polls, with a queue of commands beside it, makes both harmless by structure. Async
/// functions enqueue a command and suspend; nobody else ever touches a socket.
public final class Reactor: Sendable {
    let inbox: ReactorInbox
    /// The libzmq context that all sockets of this reactor are made from; `inproc` names are its own.
    public let context: Context

    /// Starts the thread.
    public init(context shared: Context? = nil) throws(ZeroMQError) {
        let context: Context
        if let shared { context = shared } else { context = try Context() }
        let inbox = try ReactorInbox()
        self.context = context
        self.inbox = inbox
        startThread {
            ReactorLoop(context: context, inbox: inbox).run()
        }
    }

    deinit { stop() }

    /// Runs `work` on the reactor's thread, after what was handed over before. Must not block.
    ///
    /// - Returns: false when the reactor has ended, and `work` will never run.
    @discardableResult
    func perform(_ work: @escaping @Sendable (ReactorLoop) -> Void) -> Bool {
        inbox.append(work)
    }

    /// Runs `work` on the reactor's thread and waits for what it returns; nil when the reactor has ended.
    func performing<Value: Sendable>(_ work: @escaping @Sendable (ReactorLoop) -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            if !perform({ loop in continuation.resume(returning: work(loop)) }) {
                continuation.resume(returning: nil)
            }
        }
    }

    /// Ends the thread and closes its sockets; what was handed over before still runs. Harmless when repeated.
    public func stop() {
        _ = inbox.append { loop in loop.stop() }
    }
}
