#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One owner's state behind one mutex.
///
/// A pthread mutex rather than `Synchronization.Mutex`: ThreadSanitizer on Linux does not see through the
/// latter and reports races in correct code.
@safe package final class Locked<State>: @unchecked Sendable {
    // Unchecked: `state` is touched only between lock and unlock of `mutex`, which never moves.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var state: State

    package init(_ initial: sending State) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        state = initial
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` with the state, exclusively. Never suspend, block or call foreign code inside.
    package func withLock<Value, Failure: Error>(
        _ body: (inout State) throws(Failure) -> sending Value
    ) throws(Failure) -> sending Value {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}
