import Messaging
import ShopTesting
import Synchronization
import Testing

@testable import ServiceProcess

@Suite struct HealthLogTests {
    private let health = Health()
    private let lines = Lines()
    private var log: HealthLog

    private final class Lines: LogSink {
        private let recorded = Mutex<[String]>([])
        func record(_ line: String) { recorded.withLock { $0.append(line) } }

        /// The lines without their times.
        var all: [String] {
            recorded.withLock { $0 }.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
        }
    }

    init() { log = HealthLog(of: "pricing", health, logger: Logger(sink: lines, time: ManualTime())) }

    @Test mutating func `a service that serves says so at the start, and nothing more while that is so`() {
        log.tellStart(["service": "pricing", "at": "here"])
        log.tellChange()
        #expect(lines.all == ["level=info msg=serving service=pricing at=here"])
    }

    @Test mutating func `one that does not serve says where it listens and why, and later that it serves`() {
        health.add(reason: "the disk is full")
        log.tellStart(["service": "pricing", "at": "here"])
        log.tellChange()
        let start = [
            "level=info msg=listening service=pricing at=here",
            #"level=error msg="not serving" service=pricing reasons="the disk is full""#,
        ]
        #expect(lines.all == start)
        health.remove(reason: "the disk is full")
        log.tellChange()
        log.tellChange()
        #expect(lines.all == start + ["level=info msg=serving service=pricing"])
    }
}
