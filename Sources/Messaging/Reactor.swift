import Threading
public import ZeroMQ

#if canImport(Glibc)
import Glibc
#endif

/// One thread that owns every socket of a process.
///
/// libzmq's sockets belong to one thread, and a descriptor that tells of them is edge-triggered and easily
/// misread. A thread that polls, with a queue of commands beside it, makes both harmless by structure. Async
/// functions enqueue a command and suspend; nobody else ever touches a socket.
public final class Reactor: Sendable {
    let inbox: ReactorInbox
    private let ending = Locked(Ending())

    private struct Ending {
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Starts the thread.
    ///
    /// - Parameter shared: the context, shared with other reactors whose `inproc` endpoints must be reachable; it then
    ///   outlives this one. Absent: one of its own.
    /// - Parameter yields: whether others go first where there are fewer processors than threads with work.
    public init(context shared: Context? = nil, yields: Bool = false) throws(ZeroMQError) {
        let context: Context
        if let shared { context = shared } else { context = try Context() }
        inbox = try ReactorInbox()
        startThread { [inbox, ending] in
            if yields { letOthersGoFirst() }
            ReactorLoop(context: context, inbox: inbox).run()
            if shared == nil { context.terminate() }
            let waiters = ending.withLock { state in
                state.isOver = true
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
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
    public func stop() { perform { loop in loop.stop() } }

    /// Ends, and waits until what was sent is flushed, each socket's for its linger.
    public func end() async {
        stop()
        await withCheckedContinuation { continuation in
            let isOver = ending.withLock { state in
                if !state.isOver { state.waiters.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }
}

/// On Linux a thread has a niceness of its own, which those that it starts inherit: libzmq's are among them.
private func letOthersGoFirst() {
    #if os(Linux)
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
}
