public import WireProtocol

/// Asks the owner of a stream for what a subscriber missed; each service answers it under a name of its own,
/// `pricing.sync`.
///
/// With `after` (and the `epoch` that it was counted in) the answer is the events after that number, when they
/// are still at hand. Else it is a snapshot; a durable stream is its own snapshot and starts at its first event.
public struct StreamSync: Request, Equatable {
    /// The usual last part of the name.
    public static let method = "sync"
    public typealias Reply = StreamPage

    public var stream: String
    public var epoch: String?
    public var after: WireInteger?
    /// The most events in the answer; it also ends at 64 KiB.
    public var limit: WireInteger?
    /// The next page of a snapshot, as the page before named it.
    public var cursor: String?

    public init(
        stream: String, epoch: String? = nil, after: Int64? = nil, limit: Int? = nil, cursor: String? = nil
    ) {
        self.stream = stream
        self.epoch = epoch
        self.after = after.map { WireInteger($0) }
        self.limit = limit.map { WireInteger(Int64($0)) }
        self.cursor = cursor
    }

    public static let limits: ClosedRange<Int64> = 1...1000

    /// How many events an answer may hold.
    var mostEvents: Int { Int(limit?.value ?? Self.limits.upperBound) }

    public func validate() throws(Fault) {
        var problems: [Fault.Detail] = []
        if !Topic.isStreamName(stream) {
            problems.append(Self.problem("stream", "must be a stream's name: \(Topic.streamNameRule)"))
        }
        if let after, after.value < 0 { problems.append(Self.problem("after", "must not be below 0")) }
        if let limit, !Self.limits.contains(limit.value) {
            problems.append(
                Self.problem(
                    "limit", "must be from \(Self.limits.lowerBound) to \(Self.limits.upperBound)",
                    facts: ["min": .number(Self.limits.lowerBound), "max": .number(Self.limits.upperBound)]))
        }
        if !problems.isEmpty { throw .invalid(problems) }
    }

    private static func problem(
        _ field: String, _ message: String, facts: [String: Fault.Fact] = [:]
    ) -> Fault.Detail {
        Fault.Detail(field: field, code: "invalid_request", message: message, facts: facts)
    }
}
