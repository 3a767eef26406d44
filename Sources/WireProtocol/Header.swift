/// The text frame that goes before a body: what the message is, and its named values.
///
/// The properties are the wire's headers with their names written out; the page "SHOP/1" of the design tells
/// which goes with which kind.
public struct Header: Sendable, Equatable {
    /// The start line.
    public enum Kind: Sendable, Equatable {
        /// `REQ pricing.quote`
        case request(method: String)
        /// `REP ok`
        case reply
        /// `ERR not_found`; the body is the fault.
        case fault(Status)
        /// `CAN`: the caller gave up on `id`.
        case cancel
        /// `EVT price.changed`
        case event(type: String)
        /// `HBT`
        case heartbeat
    }

    public var kind: Kind
    /// Correlates; 1 to 64 visible characters.
    public var id: String?
    /// `ttl`: how long the caller will still wait. Parsed ones are at most `longestTTLMilliseconds`.
    public var ttlMilliseconds: Int?
    /// The idempotency key; 1 to 128 visible characters.
    public var key: String?
    /// `ct`
    public var contentType: ContentType = .json
    public var traceparent: String?
    public var tracestate: String?
    /// `inst`: which replica answered.
    public var instance: String?
    /// `q`: how long the call waited before the work.
    public var waitedMicroseconds: Int64?
    /// `svc`: how long the work took.
    public var workedMicroseconds: Int64?
    /// `retry-after`
    public var retryAfterMilliseconds: Int?
    public var stream: String?
    public var epoch: String?
    /// `seq`: dense per stream, from 1.
    public var sequence: Int64?
    public var time: Timestamp?
    /// `src`: who published.
    public var source: String?
    /// The status word of a newer peer that is not known here; the kind is then `.fault(.internal)`.
    public var unknownStatus: String?

    public init(_ kind: Kind) { self.kind = kind }

    public static let defaultTTLMilliseconds = 5000
    public static let longestTTLMilliseconds = 60_000
    public static let longestHeaderBytes = 8192
    static let longestIDBytes = 64
    static let longestKeyBytes = 128
    static let longestWordBytes = 128

    public var isRequest: Bool {
        if case .request = kind { true } else { false }
    }

    /// How long the caller of this request will wait.
    public var patienceMilliseconds: Int {
        min(ttlMilliseconds ?? Self.defaultTTLMilliseconds, Self.longestTTLMilliseconds)
    }
}

extension Header {
    /// The fault that an `ERR` header and its body are; for a body that cannot be read, one that says so.
    public func fault(body: [UInt8]) -> Fault {
        guard case .fault(let status) = kind else {
            return Fault(.internal, code: "internal", message: "an answer that is no fault was read as one")
        }
        var fault: Fault
        do throws(Fault) {
            let content = try WireCoding(contentType).decode(FaultBody.self, from: body)
            fault = content.fault(status, retryAfterMilliseconds: retryAfterMilliseconds)
        } catch {
            fault = Fault(
                status, code: status.rawValue, message: "a fault whose body cannot be read",
                retryAfterMilliseconds: retryAfterMilliseconds)
        }
        if let unknownStatus { fault.message = "\(unknownStatus): \(fault.message)" }
        return fault
    }
}
