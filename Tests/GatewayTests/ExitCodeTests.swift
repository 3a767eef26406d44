import Testing
import WireProtocol

@testable import Gateway

@Suite struct ExitCodeTests {
    @Test(
        arguments: [
            (.notFound, 1), (.failedPrecondition, 1), (.aborted, 1), (.unimplemented, 1),
            (.permissionDenied, 1),
            (.invalidArgument, 1), (.alreadyExists, 1), (.unauthenticated, 1), (.internal, 1),
            (.unavailable, 3), (.resourceExhausted, 3), (.deadlineExceeded, 3),
        ] as [(Status, Int32)])
    func `a fault's status decides the exit code, and it is 3 only where trying again may help`(
        status: Status, code: Int32
    ) {
        #expect(ExitCode(Fault(status, code: "c", message: "", retryable: true)).rawValue == code)
        #expect(ExitCode(Fault(status, code: "c", message: "")).rawValue == 1)
    }

    private static let codes = [
        "store_damaged", "overloaded", "draining", "in_progress", "store_unavailable", "unknown_outcome",
        "new",
    ]

    @Test(arguments: Status.allCases, codes)
    func `what trying again does not cure never says to try again`(status: Status, code: String) {
        let fault = Fault(status, code: code, message: "no")
        let failure = ServiceFailure(service: .checkout, reason: .fault(fault))
        let sentence = failure.sentence(waitedMilliseconds: 0)
        #expect(!sentence.contains("again"), "\(sentence)")
        #expect(!failure.isPassing && failure.exitCode == .refused)
    }

    @Test(arguments: [
        ServiceFailure.Reason.unreachable(at: "a"), .late, .unknownOutcome, .unreadable("x"),
        .fault(Fault(.unavailable, code: "draining", message: "", retryable: true)),
    ])
    func `a service that does not answer is exit code 3`(reason: ServiceFailure.Reason) {
        #expect(ServiceFailure(service: .checkout, reason: reason).exitCode == .unreachable)
    }
}
