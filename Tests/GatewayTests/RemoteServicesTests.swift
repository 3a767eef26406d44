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

    @Test func `a call is told with who answered and how long it took`() {
        let call = OutgoingCall(
            service: .pricing, method: "pricing.quote", body: [1, 2, 3], repetition: .harmless,
            timeoutMilliseconds: 1)
        func line(
            _ outcome: Result<Header, CallError>, to addresses: [String] = ["tcp://a:1", "tcp://b:2"],
            from answeredAt: String? = "tcp://b:2"
        ) -> String {
            CallTrace(
                call: call, addresses: addresses, took: .microseconds(1234), outcome: outcome, replyBytes: 2,
                answeredAt: answeredAt
            )
            .line
        }
        var header = Header(.reply)
        header.instance = "iNRu6YFm"
        header.waitedMicroseconds = 10
        header.workedMicroseconds = 250
        let asked = "gateway: pricing.quote (3 bytes) to tcp://a:1, tcp://b:2: "
        #expect(
            line(.success(header))
                == asked
                + "ok from iNRu6YFm at tcp://b:2, 2 bytes (waited 0.01, worked 0.25 ms there) after 1.23 ms")
        #expect(line(.success(header), to: ["tcp://b:2"]).contains("to tcp://b:2: ok from iNRu6YFm, 2 bytes"))
        let failure = CallError(.fault(Self.fault), service: "pricing", endpoints: [])
        #expect(line(.failure(failure)) == asked + "not_found unknown_sku at tcp://b:2 after 1.23 ms")
        let refused = CallError(.notConnected(.refused), service: "pricing", endpoints: [])
        #expect(line(.failure(refused), from: nil) == asked + "is not there after 1.23 ms")
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
