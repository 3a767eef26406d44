import CSwiftRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Threads of this process's own on which its tasks run, in place of the runtime's pool.
///
/// The runtime's pool is libdispatch's, which opens files under `/proc` while it has work, and ends the process when
/// there is no descriptor left to do so: many connections and a little work would be enough. These threads exist
/// from the start and open nothing. A task that waits must use `pause` here: `Task.sleep` goes to libdispatch
/// whoever runs the tasks.
package enum TaskPool {
    /// From now on every task of the process that asks for no executor runs here. Called once, before the first task
    /// starts; there is no way back.
    ///
    /// As many threads as there are processors, and two at least.
    package static func takeOver() {
        for _ in 0..<max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))) {
            startThread { jobs.runForEver() }
        }
        unsafe cornershop_take_jobs { job in
            if let job = unsafe job { unsafe TaskPool.jobs.append(PooledJob(job)) }
        }
    }

    private static let jobs = PooledJobs()
}
