import Messaging
import Testing
import WireProtocol

@testable import Gateway

@Suite struct RetryTests {
    private func pauses(_ reason: ServiceFailure.Reason, left: Int, times: Int = 1) -> [Int?] {
        var retry = Retry()
        let failure = ServiceFailure(service: .checkout, reason: reason)
        return (0..<times).map { _ in retry.pause(after: failure, left: left) }
    }

    @Test func `pauses double up to a second`() {
        #expect(pauses(.unreachable(at: "a"), left: 60_000, times: 6) == [100, 200, 400, 800, 1000, 1000])
    }

    @Test(
        arguments: [
            .unreachable(at: "a"), .late, .unknownOutcome,
            .fault(Fault(.aborted, code: "in_progress", message: "", retryable: true)),
            .fault(Fault(.unavailable, code: "draining", message: "", retryable: true)),
            .fault(Fault(.deadlineExceeded, code: "deadline_exceeded", message: "", retryable: true)),
        ] as [ServiceFailure.Reason])
    func `what passes is tried again while there is time`(reason: ServiceFailure.Reason) {
        #expect(pauses(reason, left: 1000) == [100])
        #expect(pauses(reason, left: 100) == [nil])
        #expect(pauses(reason, left: 0) == [nil])
    }

    @Test(
        arguments: [
            .fault(Fault(.failedPrecondition, code: "out_of_stock", message: "")),
            .fault(Fault(.aborted, code: "idempotency_conflict", message: "")),
            .fault(Fault(.internal, code: "internal", message: "")), .unreadable("x"),
        ] as [ServiceFailure.Reason])
    func `an answer is not asked for again`(reason: ServiceFailure.Reason) {
        #expect(pauses(reason, left: 60_000) == [nil])
    }

    @Test
    func `a connection that is refused before anything was sent is told at once, later it is tried again`() {
        let refused = ServiceFailure(service: .checkout, reason: .notConnected(.refused, at: "a"))
        var retry = Retry()
        #expect(retry.isUnsent(refused))
        #expect(retry.pause(after: refused, left: 60_000) == nil)
        let broken = ServiceFailure(service: .checkout, reason: .unknownOutcome)
        #expect(retry.pause(after: broken, left: 60_000) != nil)
        #expect(retry.pause(after: refused, left: 60_000) != nil)
        #expect(!retry.isUnsent(refused))
    }

    @Test func `a service's own wish to wait is kept`() {
        let fault = Fault(
            .resourceExhausted, code: "overloaded", message: "", retryable: true, retryAfterMilliseconds: 700)
        #expect(pauses(.fault(fault), left: 1000) == [700])
        #expect(pauses(.fault(fault), left: 700) == [nil])
    }

    @Test(arguments: [(10_000, 3000), (3000, 3000), (250, 250), (0, 1)])
    func `one attempt does not take all of the time`(left: Int, attempt: Int) {
        #expect(Retry().attemptMilliseconds(left: left) == attempt)
    }
}
