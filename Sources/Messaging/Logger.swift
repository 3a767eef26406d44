import WireProtocol

/// Structured logs, one event a line: `time=… level=info msg="…" key=value trace=…`.
///
/// Customers' data is not to be logged: that is the caller's duty.
public struct Logger: Sendable {
    /// What is worth a line; `--log-level` names the least.
    public enum Level: String, Sendable, CaseIterable, Comparable {
        case debug, info, warning, error

        public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .debug: 0
            case .info: 1
            case .warning: 2
            case .error: 3
            }
        }
    }

    public typealias Fields = KeyValuePairs<String, String>

    public var level: Level
    private let sink: any LogSink
    private let time: any TimeSource

    public init(
        level: Level = .info, sink: any LogSink = StandardErrorLog(), time: any TimeSource = SystemTime()
    ) {
        self.level = level
        self.sink = sink
        self.time = time
    }

    public func debug(
        _ message: String, _ fields: @autoclosure () -> Fields = [:], traceparent: String? = nil
    ) {
        log(.debug, message, fields(), traceparent: traceparent)
    }

    public func info(
        _ message: String, _ fields: @autoclosure () -> Fields = [:], traceparent: String? = nil
    ) {
        log(.info, message, fields(), traceparent: traceparent)
    }

    public func warning(
        _ message: String, _ fields: @autoclosure () -> Fields = [:], traceparent: String? = nil
    ) {
        log(.warning, message, fields(), traceparent: traceparent)
    }

    public func error(
        _ message: String, _ fields: @autoclosure () -> Fields = [:], traceparent: String? = nil
    ) {
        log(.error, message, fields(), traceparent: traceparent)
    }

    private func log(
        _ level: Level, _ message: String, _ fields: @autoclosure () -> Fields, traceparent: String?
    ) {
        guard level >= self.level else { return }
        var line = LogLine()
        line.append("time", time.now().rfc3339)
        line.append("level", level.rawValue)
        line.append("msg", message)
        for (key, value) in fields() { line.append(key, value) }
        if let trace = traceparent.flatMap(Self.traceID) { line.append("trace", trace) }
        sink.record(line.text)
    }

    /// The trace id of a W3C `traceparent`: `00-<32 hex digits>-<16 hex digits>-<flags>`.
    private static func traceID(_ traceparent: String) -> String? {
        let parts = traceparent.split(separator: "-")
        return parts.count >= 4 ? String(parts[1]) : nil
    }
}
