#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The waiting jobs of one `ThreadExecutor`.
@safe final class JobQueue: @unchecked Sendable {
    // Unchecked: every property is touched only with `mutex` held; mutex and condition never move.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let arrived: UnsafeMutablePointer<pthread_cond_t>
    private var waiting: [Work] = unsafe []
    private var isClosed = false
    private var thread: pthread_t?

    @unsafe private enum Work {
        case job(UnownedJob, UnownedSerialExecutor)
        case body(@Sendable () -> Void)

        func run() {
            switch unsafe self {
            case .job(let job, let executor): unsafe job.runSynchronously(on: executor)
            case .body(let body): body()
            }
        }
    }

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe arrived = .allocate(capacity: 1)
        unsafe arrived.initialize(to: pthread_cond_t())
        unsafe pthread_cond_init(arrived, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(arrived)
        unsafe arrived.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    var isOnThread: Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        guard let thread else { return false }
        return pthread_equal(thread, pthread_self()) != 0
    }

    func append(_ job: UnownedJob, for executor: UnownedSerialExecutor) {
        unsafe append(.job(job, executor))
    }

    func append(_ body: @escaping @Sendable () -> Void) { unsafe append(.body(body)) }

    private func append(_ work: Work) {
        unsafe pthread_mutex_lock(mutex)
        unsafe waiting.append(work)
        unsafe pthread_cond_signal(arrived)
        unsafe pthread_mutex_unlock(mutex)
    }

    func close() {
        unsafe pthread_mutex_lock(mutex)
        isClosed = true
        unsafe pthread_cond_signal(arrived)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// The thread's whole life: takes what waits, runs it outside the lock, sleeps when there is nothing.
    func runUntilClosed() {
        unsafe pthread_mutex_lock(mutex)
        thread = pthread_self()
        while true {
            let batch = unsafe waiting
            unsafe waiting.removeAll()
            if unsafe batch.isEmpty {
                if isClosed { break }
                unsafe pthread_cond_wait(arrived, mutex)
                continue
            }
            unsafe pthread_mutex_unlock(mutex)
            for index in unsafe batch.indices { unsafe batch[index].run() }
            unsafe pthread_mutex_lock(mutex)
        }
        unsafe pthread_mutex_unlock(mutex)
    }
}
