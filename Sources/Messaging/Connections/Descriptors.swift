#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// How many descriptors this process may have, and how many of them are left for connections.
public enum Descriptors {
    /// More than this many are of no use.
    private static let enough: rlim_t = 65_536
    /// Kept for what is opened later (a database's files, logs, connections to other services), and for connections
    /// that are accepted before those that are too many have gone: so many at least, and an eighth of all.
    private static let leastReserve = 24
    /// Those of its own that a service opens, the reserve, and a few connections.
    private static let fewest: rlim_t = 64
    /// A socket is of no use with fewer connections.
    static let fewestConnections = 4

    /// Raises the limit as far as the system allows without asking anybody. Call it at the start.
    static func raiseLimit() {
        guard var current = limits else { return }
        let raised = min(current.rlim_max, enough)
        guard current.rlim_cur < raised else { return }
        current.rlim_cur = raised
        #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &current)
        #else
        setrlimit(RLIMIT_NOFILE, &current)
        #endif
    }

    /// Why a service cannot work here; nil when it can. libzmq ends the process when it finds no descriptor at its start.
    static var shortage: String? {
        guard let limits, limits.rlim_cur < fewest else { return nil }
        return
            "at most \(limits.rlim_cur) files may be open at once (ulimit -n), and a service needs \(fewest)"
    }

    /// How many connections a socket may have that gets this share of the descriptors that are left now.
    static func connections(share: Double) -> Int {
        guard let limits else { return fewestConnections }
        let limit = Int(min(limits.rlim_cur, enough))
        let left = limit - firstFree - max(leastReserve, limit / 8)
        return max(fewestConnections, Int(Double(left) * share))
    }

    private static var limits: rlimit? {
        var limits = rlimit()
        #if canImport(Glibc)
        let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        #else
        let result = getrlimit(RLIMIT_NOFILE, &limits)
        #endif
        return result == 0 ? limits : nil
    }

    /// The lowest number that is not taken, and so how many are, about.
    private static var firstFree: Int {
        let copy = dup(STDERR_FILENO)
        guard copy >= 0 else { return areExhausted(errno) ? Int(enough) : 3 }
        close(copy)
        return Int(copy)
    }

    /// Whether nothing can be opened at this moment.
    static var areExhausted: Bool {
        let copy = dup(STDERR_FILENO)
        guard copy >= 0 else { return areExhausted(errno) }
        close(copy)
        return false
    }

    private static func areExhausted(_ error: Int32) -> Bool { error == EMFILE || error == ENFILE }
}
