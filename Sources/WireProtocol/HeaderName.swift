/// The headers' names; the raw values number them for `HeaderNames`.
enum HeaderName: UInt8, CaseIterable {
    case id, ttl, key, contentType, traceparent, tracestate, instance, waited, worked, retryAfter
    case stream, epoch, sequence, time, source

    var text: String { "\(literal)" }

    var literal: StaticString {
        switch self {
        case .id: "id"
        case .ttl: "ttl"
        case .key: "key"
        case .contentType: "ct"
        case .traceparent: "traceparent"
        case .tracestate: "tracestate"
        case .instance: "inst"
        case .waited: "q"
        case .worked: "svc"
        case .retryAfter: "retry-after"
        case .stream: "stream"
        case .epoch: "epoch"
        case .sequence: "seq"
        case .time: "time"
        case .source: "src"
        }
    }
}

/// Which names a header has shown so far.
struct HeaderNames {
    private var bits: UInt32 = 0

    /// Whether the name is new.
    mutating func insert(_ name: HeaderName) -> Bool {
        let bit: UInt32 = 1 << UInt32(name.rawValue)
        defer { bits |= bit }
        return bits & bit == 0
    }
}
