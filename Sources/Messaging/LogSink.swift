#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where finished log lines go.
public protocol LogSink: Sendable {
    /// - Parameter line: one event, without a line end.
    func record(_ line: String)
}

/// The process's standard error; a line is one `write`, so that lines of several threads do not mix.
public struct StandardErrorLog: LogSink {
    public init() {}

    public func record(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // A log that cannot be written (a closed pipe, a full disk) must not stop the service.
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
