import WireProtocol

/// A stream that answers what a subscriber missed.
protocol SyncedStream: Sendable {
    var name: String { get }
    func answer(_ request: StreamSync) async throws -> StreamPage
}

extension Fault {
    static func unknownStream(_ name: String) -> Fault {
        Fault(.notFound, code: "unknown_stream", message: "there is no stream \(name) here")
    }

    static func noSnapshot(_ name: String) -> Fault {
        Fault(
            .unavailable, code: "no_snapshot", message: "nobody here tells the state of \(name)",
            retryable: true, retryAfterMilliseconds: 100)
    }

    static let invalidCursor = Fault.invalid([
        Fault.Detail(
            field: "cursor", code: "invalid_cursor", message: "names no page of a snapshot that is at hand")
    ])
}
