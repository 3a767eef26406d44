import CSwiftRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One piece of a task's work: to be run once, by any thread.
@safe struct PooledJob: @unchecked Sendable {
    // Unchecked: the runtime's own reference, which it hands over together with the right to run it.
    private let reference: UnsafeMutableRawPointer

    init(_ reference: UnsafeMutableRawPointer) { unsafe self.reference = unsafe reference }

    func run() { unsafe cornershop_run_job(reference) }
}

/// The jobs that wait for a thread of the `TaskPool`, first come, first served.
@safe final class PooledJobs: @unchecked Sendable {
    // Unchecked: every property is touched only with `mutex` held; mutex and condition never move.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let arrived: UnsafeMutablePointer<pthread_cond_t>
    private var waiting = Fifo<PooledJob>()
    private var sleepers = 0

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe arrived = .allocate(capacity: 1)
        unsafe arrived.initialize(to: pthread_cond_t())
        unsafe pthread_cond_init(arrived, nil)
    }

    deinit { preconditionFailure("the pool's threads run as long as the process") }

    func append(_ job: PooledJob) {
        unsafe pthread_mutex_lock(mutex)
        waiting.append(job)
        let mustWake = sleepers > 0
        unsafe pthread_mutex_unlock(mutex)
        if mustWake { unsafe pthread_cond_signal(arrived) }
    }

    /// A thread's whole life.
    func runForEver() {
        while true { take().run() }
    }

    private func take() -> PooledJob {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let job = waiting.popFirst() { return job }
            sleepers += 1
            unsafe pthread_cond_wait(arrived, mutex)
            sleepers -= 1
        }
    }
}
