#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The pauses that are under way, and the life of the thread that ends them.
@safe final class Alarms: @unchecked Sendable {
    // Unchecked: `waiting` is touched only with `mutex` held; mutex and condition never move.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    /// The one that is due first stands last.
    private var waiting: [(due: UInt64, pause: Pause)] = []

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe changed = .allocate(capacity: 1)
        unsafe changed.initialize(to: pthread_cond_t())
        #if canImport(Darwin)
        unsafe pthread_cond_init(changed, nil)
        #else
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(changed, &attributes)
        #endif
    }

    deinit { preconditionFailure("the thread runs as long as the process") }

    func add(_ pause: Pause, afterNanoseconds delay: UInt64) {
        let due = Self.now + delay
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        let index = waiting.firstIndex { $0.due <= due } ?? waiting.endIndex
        waiting.insert((due, pause), at: index)
        if index == waiting.endIndex - 1 { unsafe pthread_cond_signal(changed) }
    }

    func remove(_ pause: Pause) {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        waiting.removeAll { $0.pause === pause }
    }

    /// The thread's whole life.
    func runForEver() {
        unsafe pthread_mutex_lock(mutex)
        while true {
            let now = Self.now
            if let next = waiting.last, next.due <= now {
                waiting.removeLast()
                unsafe pthread_mutex_unlock(mutex)
                next.pause.end()
                unsafe pthread_mutex_lock(mutex)
            } else {
                wait(until: waiting.last?.due, from: now)
            }
        }
    }

    private func wait(until due: UInt64?, from now: UInt64) {
        guard let due else {
            unsafe pthread_cond_wait(changed, mutex)
            return
        }
        #if canImport(Darwin)
        var time = Self.time(due - now)
        unsafe pthread_cond_timedwait_relative_np(changed, mutex, &time)
        #else
        var time = Self.time(due)
        unsafe pthread_cond_timedwait(changed, mutex, &time)
        #endif
    }

    private static func time(_ nanoseconds: UInt64) -> timespec {
        timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }

    private static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
