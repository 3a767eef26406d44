import Testing
import WireProtocol

@testable import Gateway

@Suite struct ExitCodeTests {
    @Test(
        arguments: [
            (Status.notFound, 1), (.failedPrecondition, 1), (.aborted, 1), (.unimplemented, 1),
            (.permissionDenied, 1),
            (.invalidArgument, 1), (.alreadyExists, 1), (.unauthenticated, 1), (.internal, 1),
            (.unavailable, 3), (.resourceExhausted, 3), (.deadlineExceeded, 3),
        ] as [(Status, Int32)])
    func `a fault's status decides the exit code`(status: Status, code: Int32) {
        #expect(ExitCode(status).rawValue == code)
    }

    @Test(arguments: [
        ServiceFailure.Reason.unreachable(at: "a"), .late, .unknownOutcome, .unreadable("x"),
        .fault(Fault(.unavailable, code: "draining", message: "", retryable: true)),
    ])
    func `a service that does not answer is exit code 3`(reason: ServiceFailure.Reason) {
        #expect(ServiceFailure(service: .checkout, reason: reason).exitCode == .unreachable)
    }
}
