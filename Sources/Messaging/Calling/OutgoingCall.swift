public import WireProtocol

/// A call on its way, until it is answered or given up.
struct OutgoingCall: Sendable {
    /// Names it on the wire, among the calls of one caller.
    let id: UInt64
    let method: String
    let body: [UInt8]
    let contentType: ContentType
    let key: String?
    let repetition: Repetition
    let traceparent: String?
    let deadlineNanoseconds: UInt64
    let continuation: CheckedContinuation<Result<CallAnswer, CallError.Reason>, Never>

    /// Whether sending it twice does no harm.
    var isRepeatable: Bool { repetition == .harmless || key != nil }

    /// The header with what is left of the time.
    func header(nowNanoseconds now: UInt64) -> Header {
        var header = Header(.request(method: method))
        header.id = String(id)
        header.key = key
        header.contentType = contentType
        header.traceparent = traceparent
        let left = deadlineNanoseconds > now ? (deadlineNanoseconds - now) / 1_000_000 : 0
        header.ttlMilliseconds = min(Int(left), Header.longestTTLMilliseconds)
        return header
    }
}

/// What a replica answered.
public struct CallAnswer: Sendable {
    public let header: Header
    public let body: [UInt8]
}
