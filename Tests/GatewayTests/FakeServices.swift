import Contracts
import Messaging
import WireProtocol

@testable import Gateway

/// The three services played by a table: answers by method, and remembers what was asked.
actor FakeServices: ServiceCalls {
    enum Reply: Sendable {
        case body(String)
        case failure(ServiceFailure.Reason)
        /// Never answers; the caller may give up.
        case nothing
    }

    typealias Answering = @Sendable (OutgoingCall) -> Reply

    private var answers: [String: Answering]
    private(set) var calls: [OutgoingCall] = []
    private let updates: [StreamUpdate]

    init(_ answers: [String: Answering] = [:], updates: [StreamUpdate] = []) {
        self.answers = answers
        self.updates = updates
    }

    /// Everything that the service has to say, at once; then it is silent for ever.
    nonisolated func follow(
        _ streams: [StreamSelection], of service: Gateway.Service,
        _ take: @Sendable (StreamUpdate) async -> Bool
    ) async {
        for update in updates where streams.contains(where: { $0.stream == update.stream }) {
            guard await take(update) else { return }
        }
        // No test waits for it: the command's end cancels this task.
        try? await Task.sleep(for: .seconds(3600))
    }

    func send(_ call: OutgoingCall) async throws(ServiceFailure) -> [UInt8] {
        calls.append(call)
        switch answers[call.method]?(call) ?? .failure(.unreachable(at: "tcp://127.0.0.1:1")) {
        case .body(let text): return Array(text.utf8)
        case .failure(let reason): throw ServiceFailure(service: call.service, reason: reason)
        case .nothing:
            // Ends when the command gives up, which cancels this task.
            try? await Task.sleep(for: .seconds(3600))
            throw ServiceFailure(service: call.service, reason: .interrupted)
        }
    }

    /// How often a method was called.
    func count(_ method: String) -> Int { calls.count { $0.method == method } }

    /// The bodies that a method was called with.
    func bodies(_ method: String) -> [String] {
        calls.filter { $0.method == method }.map { String(decoding: $0.body, as: UTF8.self) }
    }
}

/// An answer of that JSON, whatever is asked.
func reply(_ json: String) -> FakeServices.Answering {
    { _ in .body(json) }
}

func refuse(
    _ status: Status, _ code: String, _ message: String, retryable: Bool = false, details: [Fault.Detail] = []
) -> FakeServices.Answering {
    let fault = Fault(status, code: code, message: message, retryable: retryable, details: details)
    return { _ in .failure(.fault(fault)) }
}

func fail(_ reason: ServiceFailure.Reason) -> FakeServices.Answering {
    { _ in .failure(reason) }
}

/// Runs a command line against the played services.
func gateway(
    _ arguments: String..., services: FakeServices = FakeServices(), environment: [String: String] = [:]
) async -> Program.Ending {
    let program = Program(environment: environment, style: .plain) { _, run in await run(services) }
    return await program.run(arguments)
}
