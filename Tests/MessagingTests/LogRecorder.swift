import Messaging
import Synchronization

/// Keeps the lines for a test to look at.
final class LogRecorder: LogSink {
    private let recorded = Mutex<[String]>([])

    var lines: [String] { recorded.withLock { $0 } }

    func record(_ line: String) { recorded.withLock { $0.append(line) } }
}
