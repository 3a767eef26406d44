import Threading

/// Tasks may run on the reactor's own thread: `Task(executorPreference: reactor)`.
///
/// Code that does little beside calling is spared two changes of thread a call. While it computes, nothing is sent or
/// received; it must not block.
extension Reactor: TaskExecutor {
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        guard !inbox.append(.job(job, executor)) else { return }
        // The reactor has ended, and a task must come to its end all the same.
        startThread { job.runSynchronously(on: executor) }
    }
}
