import Contracts
import Messaging
import WireProtocol

/// A failure for machines, one object on one line: a fault's members as the wire has them, who failed, and what it takes
/// to go on.
struct FailureJSON: Encodable {
    private let fault: FaultBody
    private var status: String?
    private var retryAfterMilliseconds: Int?
    private var service: String?
    private var address: String?
    /// Of a change that may have been made: repeated with it, it is made once.
    private var key: String?
    private var token: String?
    /// Command lines that tell what became of it, and go on with it.
    private var next: [String]?

    init(_ error: GatewayError) {
        fault =
            error.failure?.body
            ?? FaultBody(Fault(.invalidArgument, code: error.code, message: error.message))
        service = error.failure.flatMap { $0.service == .other ? nil : $0.service.name }
        switch error.failure?.reason {
        case .fault(let fault):
            status = fault.status.rawValue
            retryAfterMilliseconds = fault.retryAfterMilliseconds
        case .unreachable(let place), .notConnected(_, let place): address = place
        case .otherService, .late, .unknownOutcome, .interrupted, .unreadable, nil: break
        }
        switch error {
        case .unsettled(_, let unsettled, _): key = unsettled
        case .unsettledOrder(_, let order, _):
            key = order.key
            token = order.request.token
            next = [order.inquiry, order.resumption]
        case .usage, .file, .unmet, .service, .rawFailure, .halfway: break
        }
    }

    var text: String {
        SafeText.json(String(decoding: (try? WireCoding(.json).encode(self)) ?? [], as: UTF8.self))
    }

    private enum CodingKeys: String, CodingKey {
        case status, retryAfterMilliseconds, service, address, key, token, next
    }

    func encode(to encoder: any Encoder) throws {
        try fault.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(status, forKey: .status)
        try members.encodeIfPresent(retryAfterMilliseconds, forKey: .retryAfterMilliseconds)
        try members.encodeIfPresent(service, forKey: .service)
        try members.encodeIfPresent(address, forKey: .address)
        try members.encodeIfPresent(key, forKey: .key)
        try members.encodeIfPresent(token, forKey: .token)
        try members.encodeIfPresent(next, forKey: .next)
    }
}

extension GatewayError {
    /// Of what is no service's fault.
    fileprivate var code: String {
        switch self {
        case .usage: "usage"
        case .file: "file"
        case .unmet: "did_not_come"
        case .service, .rawFailure, .unsettled, .unsettledOrder, .halfway: "failed"
        }
    }

    fileprivate var message: String { String(text.dropFirst("gateway: ".count)) }
}

extension ServiceFailure {
    /// The fault that was answered, or one that says why none was.
    fileprivate var body: FaultBody {
        if case .fault(let fault) = reason { return FaultBody(fault) }
        return FaultBody(
            Fault(
                .unavailable, code: code, message: "\(service.name) \(phrase(waitedMilliseconds: nil))",
                retryable: isPassing))
    }

    private var code: String {
        switch reason {
        case .fault(let fault): fault.code
        case .unreachable: "unreachable"
        case .notConnected(.refused, _): "connection_refused"
        case .notConnected(.unknownHost, _): "unknown_host"
        case .notConnected(.notAService, _): "not_a_service"
        case .notConnected(.silent, _): "silent"
        case .notConnected(.separateData, _): "separate_data"
        case .otherService: "other_service"
        case .late: "deadline_exceeded"
        case .unknownOutcome: "unknown_outcome"
        case .interrupted: "interrupted"
        case .unreadable: "unreadable_answer"
        }
    }
}
