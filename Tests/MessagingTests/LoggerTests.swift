import Messaging
import Testing
import WireProtocol

private struct StoppedTime: TimeSource {
    func now() -> Timestamp { Timestamp(milliseconds: 1_781_870_400_123) }
    func elapsedMilliseconds() -> Int64 { 0 }
}

@Suite struct LoggerTests {
    private let recorder = LogRecorder()

    private func logger(_ level: Logger.Level = .debug) -> Logger {
        Logger(level: level, sink: recorder, time: StoppedTime())
    }

    @Test func `an event is one line of pairs`() {
        logger().info("listening", ["endpoint": "tcp://127.0.0.1:7010", "replicas": "2"])
        #expect(
            recorder.lines == [
                "time=2026-06-19T12:00:00.123Z level=info msg=listening endpoint=tcp://127.0.0.1:7010 replicas=2"
            ])
    }

    @Test func `the trace id comes from the trace context`() {
        logger().error("no luck", traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        logger().error("no luck", traceparent: "garbage")
        #expect(
            recorder.lines == [
                "time=2026-06-19T12:00:00.123Z level=error msg=\"no luck\" trace=4bf92f3577b34da6a3ce929d0e0e4736",
                "time=2026-06-19T12:00:00.123Z level=error msg=\"no luck\"",
            ])
    }

    @Test(arguments: [
        ("plain", "plain"), ("", #""""#), ("two words", #""two words""#), ("a=b", #""a=b""#),
        (#"say "hi""#, #""say \"hi\"""#), (#"c:\d"#, #""c:\\d""#),
        ("a\nlevel=error msg=forged", #""a\nlevel=error msg=forged""#), ("a\r\n\tb", #""a\r\n\tb""#),
        ("a\u{1B}[31m\u{0}", #""a\u{1b}[31m\u{0}""#), ("a\u{2028}b\u{85}", #""a\u{2028}b\u{85}""#),
        ("a\u{202E}b", #""a\u{202e}b""#), ("Käse", #""Käse""#),
    ]) func `whatever a value holds, the event stays one line`(value: String, written: String) {
        logger().info("m", ["k": value])
        #expect(recorder.lines == ["time=2026-06-19T12:00:00.123Z level=info msg=m k=\(written)"])
    }

    @Test(arguments: zip(Logger.Level.allCases, [4, 3, 2, 1]))
    func `the level names the least that is written`(level: Logger.Level, count: Int) {
        let logger = logger(level)
        logger.debug("a")
        logger.info("b")
        logger.warning("c")
        logger.error("d")
        #expect(recorder.lines.count == count)
    }
}
