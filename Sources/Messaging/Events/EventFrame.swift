import WireProtocol

/// What travels from publisher to subscriber: topic, header, body.
enum EventFrame: Sendable, Equatable {
    case event(EventMessage)
    case heartbeat(Heartbeat)

    /// Why frames are none of these, or cannot be made.
    enum Refusal: Error, Equatable {
        case notThreeFrames
        case badHeader(HeaderError)
        case otherKind
        case incomplete
        case otherTopic
        case topicTooLong
    }

    var stream: String {
        switch self {
        case .event(let event): event.stream
        case .heartbeat(let heartbeat): heartbeat.stream
        }
    }

    /// The frames to send.
    var frames: [[UInt8]] {
        get throws(Refusal) {
            switch self {
            case .event(let event): try Self.frames(of: event)
            case .heartbeat(let heartbeat): try Self.frames(of: heartbeat)
            }
        }
    }

    private static func frames(of event: EventMessage) throws(Refusal) -> [[UInt8]] {
        let topic = Topic.of(stream: event.stream, key: event.key)
        if topic.count > Topic.longestBytes { throw .topicTooLong }
        var header = Header(.event(type: event.type))
        header.contentType = event.contentType
        header.stream = event.stream
        header.epoch = event.epoch
        header.sequence = event.sequence
        header.time = event.time
        header.source = event.source
        return [topic, try encoded(header), event.body]
    }

    private static func frames(of heartbeat: Heartbeat) throws(Refusal) -> [[UInt8]] {
        var header = Header(.heartbeat)
        header.stream = heartbeat.stream
        header.epoch = heartbeat.position.epoch
        header.sequence = heartbeat.position.sequence
        header.time = heartbeat.time
        header.source = heartbeat.source
        return [Topic.of(stream: heartbeat.stream, key: ""), try encoded(header), []]
    }

    private static func encoded(_ header: Header) throws(Refusal) -> [UInt8] {
        do throws(HeaderError) { return try header.encoded() } catch { throw .badHeader(error) }
    }
}

extension EventFrame {
    /// Reads what was received.
    init(_ frames: [[UInt8]]) throws(Refusal) {
        guard frames.count == 3 else { throw .notThreeFrames }
        let header: Header
        do throws(HeaderError) { header = try Header(parsing: frames[1]) } catch { throw .badHeader(error) }
        guard let stream = header.stream, let epoch = header.epoch, !epoch.isEmpty,
            let sequence = header.sequence, let time = header.time
        else { throw .incomplete }
        guard let key = Topic.key(in: frames[0], of: stream) else { throw .otherTopic }
        switch header.kind {
        case .event(let type):
            guard sequence > 0 else { throw .incomplete }
            self = .event(
                EventMessage(
                    stream: stream, type: type, key: key, sequence: sequence, epoch: epoch, time: time,
                    source: header.source ?? "", body: frames[2], contentType: header.contentType))
        case .heartbeat:
            self = .heartbeat(
                Heartbeat(
                    stream: stream, position: StreamPosition(epoch: epoch, sequence: sequence), time: time,
                    source: header.source ?? ""))
        case .request, .reply, .fault, .cancel: throw .otherKind
        }
    }
}
