public import WireProtocol

/// What makes a repeated change recognisable: the caller's idempotency key, and what was asked with it.
public struct ChangeKey: Sendable, Equatable {
    /// Of 1 to 128 visible characters.
    public let key: String
    /// The method and the decoded request written canonically: encoding, spaces and unknown fields do not count.
    public let content: [UInt8]

    /// - Throws: `idempotency_key_required`, when the call carries none.
    public init<R: Request>(_ request: R, _ context: CallContext) throws(Fault) {
        guard let key = context.key else { throw .idempotencyKeyRequired(method: context.method) }
        self.key = key
        content = Array("\(context.method)\n".utf8) + (try WireCoding(.cbor).encode(request))
    }
}
