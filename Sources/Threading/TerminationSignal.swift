#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// SIGTERM and SIGINT as something to wait for.
package enum TerminationSignal {
    /// Takes the two signals away from every thread, and SIGPIPE with them (a reader of our output that goes away
    /// shows when we write). Call it first in `main`, before any thread starts.
    package static func block() {
        var signals = handled
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Returns when the first of the two arrives; the next one ends the process at once, for who is in a hurry.
    package static func wait() async {
        await withCheckedContinuation { continuation in
            startThread {
                _ = next()
                continuation.resume()
                end(by: next())
            }
        }
    }

    /// Tells of each of the two as it arrives; the first one that is not taken ends the process, as if it had never
    /// been blocked.
    ///
    /// - Parameter isTaken: runs on a thread of its own.
    package static func deliver(to isTaken: @escaping @Sendable () -> Bool) {
        startThread {
            var received = next()
            while isTaken() { received = next() }
            end(by: received)
        }
    }

    /// Ends the process as the signal does by itself.
    ///
    /// The first process of a container is spared by the system from signals that it does not handle: it ends with
    /// the exit code that shells tell of a process that was ended by one.
    private static func end(by signal: Int32) -> Never {
        restore()
        raise(signal)
        _exit(128 + signal)
    }

    private static func next() -> Int32 {
        var signals = handled
        var received: Int32 = 0
        unsafe sigwait(&signals, &received)
        return received
    }

    /// The two do again what they do by themselves, on this thread.
    private static func restore() {
        signal(SIGTERM, SIG_DFL)
        signal(SIGINT, SIG_DFL)
        var signals = handled
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private static var handled: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        return signals
    }
}
