import WireProtocol

extension Caller {
    /// What the service says of itself; nil when it does not answer within two seconds.
    func info() async -> SystemInfo.Reply? { try? await call(SystemInfo(), timeoutMilliseconds: 2000) }

    /// Asks for what a follower misses.
    func sync(
        _ request: StreamSync, method: String, source: String
    ) async -> Result<SyncAnswer, SyncFailure> {
        do {
            let answer = try await call(
                method: method, body: try WireCoding(.cbor).encode(request), contentType: .cbor,
                repetition: .harmless)
            let reply = try WireCoding(answer.header.contentType).decode(
                StreamPage.self, from: answer.body)
            return .success(try SyncAnswer(reply, source: answer.header.instance ?? source))
        } catch {
            return .failure(SyncFailure(error))
        }
    }
}

extension SyncFailure {
    init(_ error: any Error) {
        guard case .fault(let fault)? = (error as? CallError)?.reason else {
            self.init()
            return
        }
        self.init(
            isCursorUnknown: fault.code == Fault.invalidCursor.code,
            isRefused: Self.refusals.contains(fault.code), code: fault.code,
            retryAfterMilliseconds: fault.retryAfterMilliseconds)
    }

    /// Waiting does not help; `unknown_method` is of a service that answers no questions about its streams at all, or
    /// under another name.
    private static let refusals = [
        Fault.noSnapshot("").code, Fault.unknownStream("").code, Fault.unknownMethod("").code,
    ]
}
