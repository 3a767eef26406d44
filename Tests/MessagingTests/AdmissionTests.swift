import Testing

@testable import Messaging

@Suite struct AdmissionTests {
    private static let millisecond: UInt64 = 1_000_000

    /// One that has seen calls end every `milliseconds` for a second.
    private func admission(paceMilliseconds milliseconds: UInt64) -> Admission {
        var admission = Admission()
        admission.awoke(nowNanoseconds: 0)
        for end in 1...(1000 / milliseconds) {
            admission.ended(nowNanoseconds: end * milliseconds * Self.millisecond)
        }
        return admission
    }

    @Test(
        arguments: [
            // 100 calls in front, one ends every 2 ms, the caller waits so long.
            (2, 99, 1000, true), (2, 99, 400, true), (2, 99, 399, false), (2, 99, 50, false),
            (2, 511, 5000, true), (2, 511, 2000, false), (10, 99, 1900, false), (10, 99, 2000, true),
            // A few are let in whatever the pace.
            (100, 7, 50, true), (100, 8, 50, false),
        ] as [(UInt64, Int, Int, Bool)])
    func `a call is let in when those before it leave it time`(
        paceMilliseconds: UInt64, ahead: Int, patienceMilliseconds: Int, isAdmitted: Bool
    ) {
        let admission = admission(paceMilliseconds: paceMilliseconds)
        #expect(
            admission.admits(patienceMilliseconds: patienceMilliseconds, ahead: ahead) == isAdmitted)
    }

    @Test func `a burst that meets an idle service is let in`() {
        var admission = admission(paceMilliseconds: 100)
        #expect(!admission.admits(patienceMilliseconds: 1000, ahead: 100))
        admission.awoke(nowNanoseconds: 2000 * Self.millisecond)
        #expect(admission.admits(patienceMilliseconds: 1000, ahead: 100))
    }

    @Test func `the pace follows within a few windows`() {
        var admission = admission(paceMilliseconds: 10)
        var now: UInt64 = 1000 * Self.millisecond
        for _ in 0..<300 {
            now += Self.millisecond
            admission.ended(nowNanoseconds: now)
        }
        #expect(admission.admits(patienceMilliseconds: 300, ahead: 99))
    }

    @Test func `ends that come in one go count as what they took together`() {
        var admission = Admission()
        admission.awoke(nowNanoseconds: 0)
        for round in 1...10 as ClosedRange<UInt64> {
            for _ in 0..<30 { admission.ended(nowNanoseconds: round * 60 * Self.millisecond) }
        }
        #expect(admission.admits(patienceMilliseconds: 500, ahead: 99))
        #expect(!admission.admits(patienceMilliseconds: 300, ahead: 99))
    }
}
