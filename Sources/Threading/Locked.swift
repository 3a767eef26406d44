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
    // Unchecked: `state` is touched only between lock and unlock of `mutex`; neither moves.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// In memory of its own: for a stored property the runtime would look on every access whether another one is
    /// under way, which the mutex rules out.
    private let state: UnsafeMutablePointer<State>

    package init(_ initial: sending State) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: initial)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// Runs `body` with the state, exclusively. Never suspend, block or call foreign code inside.
    package func withLock<Value, Failure: Error>(
        _ body: (inout State) throws(Failure) -> sending Value
    ) throws(Failure) -> sending Value {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try unsafe body(&state.pointee)
    }
}
