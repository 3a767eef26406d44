import Messaging
import Testing
import WireProtocol

@testable import Gateway

@Suite struct RemoteServicesTests {
    private static let fault = Fault(.notFound, code: "unknown_sku", message: "no product x")

    @Test(
        arguments: [
            (.fault(fault), .fault(fault)), (.unreachable, .unreachable(at: "tcp://a:1, tcp://b:2")),
            (.notConnected(.refused), .notConnected(.refused, at: "tcp://a:1, tcp://b:2")),
            (.closed, .unreachable(at: "tcp://a:1, tcp://b:2")), (.deadlineExceeded, .late),
            (.cancelled, .interrupted),
            (.unknownOutcome, .unknownOutcome), (.unreadable("x"), .unreadable("x")),
        ] as [(CallError.Reason, ServiceFailure.Reason)])
    func `why a call failed is kept`(reason: CallError.Reason, kept: ServiceFailure.Reason) {
        let error = CallError(reason, service: "pricing", endpoints: ["tcp://a:1", "tcp://b:2"])
        #expect(ServiceFailure.Reason(error) == kept)
    }

    @Test(arguments: ["search", "status", "orders"])
    func `a command tells who does not answer when nobody is there`(command: String) async {
        let program = Program(environment: [:], style: .plain, connect: RemoteServices.connect)
        // Port 1 answers nobody.
        let nowhere = "tcp://127.0.0.1:1"
        // How soon it ends is shown with real processes: hundreds of tests share this one's threads.
        let ending = await program.run([
            command, "--timeout", "300ms", "--catalog", nowhere, "--pricing", nowhere, "--checkout", nowhere,
        ])
        #expect(ending.exitCode == .unreachable)
        #expect((ending.output + ending.errors).contains("is not there"))
    }

    @Test(arguments: [
        [:], ["TERM": ""], ["TERM": "dumb"], ["NO_COLOR": "1"], ["NO_COLOR": "1", "TERM": "xterm"],
    ])
    func `color is left out where it is unwanted, or the terminal unknown`(environment: [String: String]) {
        #expect(!Terminal.showsColor(environment))
    }

    @Test(arguments: [["TERM": "xterm"], ["TERM": "xterm", "NO_COLOR": ""]])
    func `color is for terminals that show it`(environment: [String: String]) {
        #expect(Terminal.showsColor(environment))
    }
}
