#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Gives the processor to a thread that waits for one, when there is any.
package func letOthersRun() { sched_yield() }
