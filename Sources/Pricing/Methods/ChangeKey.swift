package import Messaging
import Sealing
package import WireProtocol

/// What makes a repeated change recognisable: the caller's idempotency key and a hash of what was asked.
package struct ChangeKey: Sendable, Equatable {
    package let key: String
    /// Of the method and the decoded request written canonically: spaces and unknown fields do not count.
    package let bodyHash: [UInt8]

    package init<R: Request>(_ request: R, _ context: CallContext) throws(Fault) {
        guard let key = context.key else {
            throw Fault(
                .invalidArgument, code: "idempotency_key_required",
                message: "\(R.method) changes something: send a key with it")
        }
        self.key = key
        let body = try WireCoding().encode(request)
        bodyHash = contentHash(Array("\(R.method)\n".utf8) + body, byteCount: 16)
    }
}
