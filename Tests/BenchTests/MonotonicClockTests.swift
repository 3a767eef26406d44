import Testing

@testable import Bench

@Suite struct MonotonicClockTests {
    @Test func `an instant that passes while it is waited for is there`() {
        for round in 0..<30_000 as Range<UInt64> {
            let instant = MonotonicClock.now + round % 200
            MonotonicClock.wait(until: instant)
            if MonotonicClock.now < instant { Issue.record("woke up before \(instant)") }
        }
    }
}
