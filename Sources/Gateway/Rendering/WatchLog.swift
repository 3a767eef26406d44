import Contracts
import Messaging
import WireProtocol

/// What is heard of streams, as lines: events, and whether all of them are heard.
struct WatchLog {
    struct Line: Equatable {
        var text: String
        var isEvent = false
    }

    let wantsJSON: Bool
    /// Whether a state that is told anew counts as events; else only its size is told.
    let showsSnapshots: Bool
    let zone: Zone
    /// How many keys of a stream were told since it began anew.
    private var told: [String: Int] = [:]

    init(wantsJSON: Bool, showsSnapshots: Bool, zone: Zone = .utc) {
        self.zone = zone
        self.wantsJSON = wantsJSON
        self.showsSnapshots = showsSnapshots
    }

    func waiting(for stream: String, of owner: String) -> Line {
        notice(WatchNotice(stream: stream, state: .waiting), "waiting for \(owner)")
    }

    mutating func lines(for update: StreamUpdate) -> [Line] {
        let stream = update.stream
        switch update.change {
        case .event(let event): return [line(event)]
        case .snapshot(let items):
            told[stream, default: 0] += items.count
            return showsSnapshots ? items.map(line) : []
        case .reset(let epoch):
            told[stream] = 0
            return [
                notice(
                    WatchNotice(stream: stream, state: .reset, epoch: epoch),
                    "events before this are lost: the stream is read anew")
            ]
        case .stale(let reason):
            return [
                notice(
                    WatchNotice(stream: stream, state: .stale, reason: reason.rawValue),
                    "stale: \(reason.phrase)")
            ]
        case .current(let position):
            let keys = told.removeValue(forKey: stream).map { ", state of \($0) keys known" } ?? ""
            return [
                notice(
                    WatchNotice(
                        stream: stream, state: .current, epoch: position?.epoch, seq: position?.sequence),
                    "current up to \(position?.sequence ?? 0)\(keys)")
            ]
        }
    }

    private func line(_ event: EventMessage) -> Line {
        let text =
            wantsJSON
            ? json(WatchedEvent(event))
            : SafeText.line(
                "\(zone.text(event.time))  \(event.stream) \(event.sequence)  \(event.type)  \(event.key)"
                    + (event.summary.map { "  \($0)" } ?? ""))
        return Line(text: text, isEvent: true)
    }

    private func notice(_ notice: WatchNotice, _ phrase: String) -> Line {
        Line(text: wantsJSON ? json(notice) : SafeText.line("-- \(notice.stream): \(phrase)"))
    }

    private func json(_ value: some Encodable) -> String {
        SafeText.json(String(decoding: WatchAnswer.encoded(value), as: UTF8.self))
    }
}

/// An event as one line of JSON.
private struct WatchedEvent: Encodable {
    var stream: String
    var epoch: String
    var seq: Int64
    var type: String
    var key: String
    var time: Timestamp
    var body: JSONValue?

    init(_ event: EventMessage) {
        stream = event.stream
        epoch = event.epoch
        seq = event.sequence
        type = event.type
        key = event.key
        time = event.time
        body = try? event.decode()
    }
}

/// How a stream is followed, as one line of JSON.
private struct WatchNotice: Encodable {
    enum State: String, Encodable { case waiting, current, stale, reset }

    var stream: String
    var state: State
    var reason: String?
    var epoch: String?
    var seq: Int64?
}

extension StaleReason {
    fileprivate var phrase: String {
        switch self {
        case .gap: "an event was missed, asking for it"
        case .newEpoch: "the service began anew"
        case .lostTail: "the last events did not arrive, asking for them"
        case .silent: "nothing is heard any more"
        case .disconnected: "the connection is gone"
        case .overflow: "too much at once, asking for the rest"
        case .refused: "the service does not publish it"
        }
    }
}

extension EventMessage {
    /// What it says, in a few words; nil for bodies that this gateway does not know.
    fileprivate var summary: String? {
        switch ShopEvent(rawValue: type) {
        case .productChanged: (try? decode(Product.self))?.name
        case .priceChanged: (try? decode(PriceChange.self))?.summary
        case .stockChanged: (try? decode(StockLevel.self))?.summary
        case .orderPlaced, .orderPaid, .orderShipped, .orderDelivered, .orderCancelled, .orderRefunded:
            (try? decode(OrderEvent.self))?.summary
        case .productRemoved, .offerRemoved, .promotionChanged, .policyChanged, nil: nil
        }
    }
}

extension PriceChange {
    fileprivate var summary: String {
        if current.isEmpty { return "no price now" }
        return current.map { "\($0.unitPrice.decimal($0.currency)) \($0.currency)" }
            .joined(separator: ", ")
    }
}

extension StockLevel {
    fileprivate var summary: String { tracked ? "\(available.value) available" : "made to order" }
}

extension OrderEvent {
    fileprivate var summary: String {
        let goods = lines.map { "\($0.quantity.value) \($0.sku)" }.joined(separator: ", ")
        return "\(number)  \(total.decimal(currency)) \(currency): \(goods)"
    }
}
