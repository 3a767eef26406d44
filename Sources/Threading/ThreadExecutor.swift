#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A serial executor on a thread of its own, for an actor whose work blocks (a disk, above all) and must
/// never hold up the small task pool.
///
/// The thread ends when the executor is released and its queue is empty.
package final class ThreadExecutor: SerialExecutor {
    private let queue: JobQueue

    package init() {
        let queue = JobQueue()
        self.queue = queue
        startThread { queue.runUntilClosed() }
    }

    deinit { queue.close() }

    package func enqueue(_ job: consuming ExecutorJob) {
        unsafe queue.append(UnownedJob(job), for: asUnownedSerialExecutor())
    }

    /// Runs `body` on the thread, after what waits there: at once, where a task that is started elsewhere would
    /// first wait for its turn on the task pool.
    package func perform(_ body: @escaping @Sendable () -> Void) { queue.append(body) }

    package func checkIsolated() {
        precondition(queue.isOnThread, "not on the executor's thread")
    }

    package func isIsolatingCurrentContext() -> Bool? { queue.isOnThread }
}

/// Starts a detached thread that runs `body` once.
///
/// Signals stay with the main thread: the new one blocks all of them.
package func startThread(_ body: @escaping @Sendable () -> Void) {
    let start = unsafe Unmanaged.passRetained(ThreadStart(body: body)).toOpaque()
    var everySignal = sigset_t()
    var previous = sigset_t()
    unsafe sigfillset(&everySignal)
    unsafe pthread_sigmask(SIG_SETMASK, &everySignal, &previous)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
    #if canImport(Darwin)
    var thread: pthread_t?
    let result = unsafe pthread_create(
        &thread, nil,
        { pointer in
            unsafe runThread(pointer)
            return nil
        }, start)
    #else
    var thread = pthread_t()
    let result = unsafe pthread_create(
        &thread, nil,
        { pointer in
            if let pointer = unsafe pointer { unsafe runThread(pointer) }
            return nil
        }, start)
    #endif
    precondition(result == 0, "pthread_create: error \(result)")
    #if canImport(Darwin)
    if let thread = unsafe thread { unsafe pthread_detach(thread) }
    #else
    pthread_detach(thread)
    #endif
}

private final class ThreadStart: Sendable {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runThread(_ pointer: UnsafeMutableRawPointer) {
    unsafe Unmanaged<ThreadStart>.fromOpaque(pointer).takeRetainedValue().body()
}
