public import WireProtocol

/// A call on its way, until it is answered or given up. Handed around a lot and never changed, so by reference.
final class OutgoingCall: Sendable {
    /// Names it on the wire, among the calls of one caller.
    let id: UInt64
    let body: [UInt8]
    /// Whether sending it twice does no harm.
    let isRepeatable: Bool
    let deadlineNanoseconds: UInt64
    /// As it was when the call was made, with all of its time.
    private let header: Header
    /// The same, written by the calling task: the reactor has one thread for everybody.
    private let frame: [UInt8]

    /// - Throws: for a method, key or trace that the wire does not allow.
    init(
        id: UInt64, method: String, body: [UInt8], contentType: ContentType, key: String?,
        repetition: Repetition, traceparent: String?, timeoutMilliseconds: Int
    ) throws(HeaderError) {
        self.id = id
        self.body = body
        isRepeatable = repetition != .keyed || key != nil
        let patience = min(max(0, timeoutMilliseconds), Self.longestTimeoutMilliseconds)
        deadlineNanoseconds = MonotonicTime.nowNanoseconds + UInt64(patience) * 1_000_000
        var header = Header(.request(method: method))
        header.id = String(id)
        header.ttlMilliseconds = min(patience, Header.longestTTLMilliseconds)
        header.key = key
        header.contentType = contentType
        header.traceparent = traceparent
        self.header = header
        frame = try header.encoded()
    }

    /// A day, so that no arithmetic on it can overflow.
    private static let longestTimeoutMilliseconds = 86_400_000

    /// The header frame with what is left of the time.
    func headerFrame(nowNanoseconds now: UInt64) -> [UInt8] {
        let left = deadlineNanoseconds > now ? Int((deadlineNanoseconds - now) / 1_000_000) : 0
        let wanted = min(left, Header.longestTTLMilliseconds)
        // A millisecond on the way to the reactor is not worth writing it again.
        if let written = header.ttlMilliseconds, wanted + 1 >= written { return frame }
        var header = header
        header.ttlMilliseconds = wanted
        return (try? header.encoded()) ?? frame
    }
}

/// What a replica answered.
public struct CallAnswer: Sendable {
    public let header: Header
    public let body: [UInt8]
    /// Who answered: one of the caller's endpoints, or an address that stands behind the name in one.
    public let endpoint: Endpoint
}
