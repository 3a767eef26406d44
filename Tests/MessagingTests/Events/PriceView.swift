import Threading

@testable import Messaging

/// A reader's view of `prices`, which notes what contradicts itself.
struct PriceView: Sendable {
    private(set) var state: [String: Int64] = [:]
    private(set) var position: StreamPosition?
    private(set) var isCurrent = false
    private(set) var staleReasons: [StaleReason] = []
    private(set) var problems: [String] = []
    private(set) var events = 0
    private(set) var resets = 0

    mutating func take(_ change: StreamUpdate.Change) {
        switch change {
        case .event(let event):
            if let position, event.epoch != position.epoch || event.sequence != position.sequence + 1 {
                problems.append("\(event.position) after \(position)")
            }
            events += 1
            set(event)
        case .reset:
            state = [:]
            position = nil
            resets += 1
        case .snapshot(let items): for item in items { set(item) }
        case .stale(let reason):
            isCurrent = false
            staleReasons.append(reason)
        case .current(let current):
            isCurrent = true
            position = current
        }
    }

    private mutating func set(_ event: EventMessage) {
        position = event.position
        state[event.key] = Int64(String(decoding: event.body, as: UTF8.self))
    }
}

/// Reads a subscriber on a task of its own, until it is released.
final class PriceReader: Sendable {
    let subscriber: Subscriber
    private let view: Locked<PriceView>
    private let task: Task<Void, Never>

    init(_ settings: SubscriberSettings, on reactor: Reactor? = nil) throws {
        let own: Reactor
        if let reactor { own = reactor } else { own = try Reactor() }
        let subscriber = Subscriber(settings, reactor: own)
        self.subscriber = subscriber
        let view = Locked(PriceView())
        self.view = view
        task = Task {
            for await update in subscriber { view.withLock { $0.take(update.change) } }
        }
    }

    deinit { task.cancel() }

    var seen: PriceView { view.withLock { $0 } }

    /// Current, at the publisher's own position and state, and never a number skipped or had twice.
    func equals(_ service: PriceService) -> Bool {
        let (seen, position) = (seen, service.prices.position)
        return seen.isCurrent && seen.position == position && seen.problems.isEmpty
            && seen.state == service.state(at: position.sequence)
    }
}
