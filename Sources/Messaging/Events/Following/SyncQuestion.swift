import WireProtocol

/// A follower's question to the owner of its stream.
struct SyncQuestion: Sendable, Equatable {
    /// Tells its answer from those to questions that were given up.
    var number: Int
    var epoch: String?
    var after: Int64?
    var cursor: String?

    func request(for stream: String) -> StreamSync {
        StreamSync(stream: stream, epoch: epoch, after: after, cursor: cursor)
    }
}

/// What the owner answered.
struct SyncAnswer: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        case events([EventMessage])
        case snapshot([EventMessage])
    }

    var position: StreamPosition
    var content: Content
    var more = false
    var next: String?
}

/// Why there is no answer.
struct SyncFailure: Error, Equatable {
    /// The cursor is not known any more: the snapshot must be begun anew.
    var isCursorUnknown = false
    /// There is nothing to be had, now and as long as the service stays as it is.
    var isRefused = false
    /// What the service said, by the fault's code.
    var code: String?
    var retryAfterMilliseconds: Int?
}

extension SyncAnswer {
    /// - Throws: for a body that cannot be written as bytes.
    init(_ reply: StreamPage, source: String) throws(Fault) {
        position = StreamPosition(epoch: reply.epoch, sequence: reply.seq)
        more = reply.more
        next = reply.next
        var messages: [EventMessage] = []
        if let events = reply.events {
            for event in events {
                messages.append(
                    EventMessage(
                        stream: reply.stream, type: event.type, key: event.key, sequence: event.seq,
                        epoch: reply.epoch, time: event.time, source: source,
                        body: try WireCoding().encode(event.body)))
            }
            content = .events(messages)
        } else {
            for item in reply.snapshot ?? [] {
                messages.append(
                    EventMessage(
                        stream: reply.stream, type: item.type, key: item.key, sequence: reply.seq,
                        epoch: reply.epoch, time: item.time, source: source,
                        body: try WireCoding().encode(item.body)))
            }
            content = .snapshot(messages)
        }
    }
}
