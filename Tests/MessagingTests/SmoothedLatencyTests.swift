import Testing

@testable import Messaging

@Suite struct SmoothedLatencyTests {
    @Test func `the last answers weigh most`() {
        var latency = SmoothedLatency()
        latency.answered(afterMicroseconds: 1000)
        #expect(latency.microseconds == 1000)
        latency.answered(afterMicroseconds: 2000)
        #expect(latency.microseconds == 1100)
    }

    @Test func `a replica that was never called is as quick as its ping`() {
        var latency = SmoothedLatency()
        latency.pinged(afterMicroseconds: 300)
        #expect(latency.microseconds == 300)
    }

    @Test func `pings say nothing while calls are answered, and let who gets none come back`() {
        var latency = SmoothedLatency()
        latency.answered(afterMicroseconds: 50_000)
        latency.pinged(afterMicroseconds: 200)
        #expect(latency.microseconds == 50_000)
        for _ in 0..<8 { latency.pinged(afterMicroseconds: 200) }
        #expect(latency.microseconds < 500)
    }
}
