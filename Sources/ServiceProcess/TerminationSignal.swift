#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

import Threading

/// SIGTERM and SIGINT as something to wait for.
package enum TerminationSignal {
    /// Takes the two signals away from every thread, and SIGPIPE with them (a reader of our log that goes away
    /// is no reason to end). Call it first in `main`, before any thread starts.
    package static func block() {
        var signals = handled
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Returns when the first of the two arrives; the next one ends the process at once, for who is in a hurry.
    package static func wait() async {
        await withCheckedContinuation { continuation in
            startThread {
                var signals = handled
                var received: Int32 = 0
                unsafe sigwait(&signals, &received)
                signal(SIGTERM, SIG_DFL)
                signal(SIGINT, SIG_DFL)
                unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
                continuation.resume()
                // The thread stays, unblocked, so that the next signal has somebody to be delivered to.
                while true { pause() }
            }
        }
    }

    private static var handled: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        return signals
    }
}
