@testable import Messaging

/// A publisher, a connection that loses, an owner that answers late or not at all, and a reader, all as values:
/// what can happen to a follower, in any order.
struct FollowedPublisherModel {
    enum Kind: CaseIterable {
        case memory, log
    }

    private let kind: Kind
    private var random: SeededGenerator

    private var epoch = "0"
    private var incarnations = 0
    private var events: [EventMessage] = []
    private var published = 0
    private var state: [String: Int64] = [:]
    /// The state at each position that ever was.
    private var history: [StreamPosition: [String: Int64]] = [:]
    private var lastSnapshot: (position: StreamPosition, state: [String: Int64])?

    private var isConnected = true
    private var travelling: [Frame] = []
    private var asked: [SyncQuestion] = []
    private var answers: [(Int, Result<SyncAnswer, SyncFailure>)] = []
    private var pages: [String: SyncAnswer] = [:]

    private var follower = StreamFollower(mostKept: 5)
    private(set) var reader = Reader()

    private enum Frame {
        case event(EventMessage)
        case heartbeat(StreamPosition)
    }

    /// Believes what it is told, and notes what contradicts itself.
    struct Reader {
        var state: [String: Int64] = [:]
        var position: StreamPosition?
        var isCurrent = false
        var problems: [String] = []
        var seen = 0
    }

    private static let recent = 8

    init(_ kind: Kind, seed: UInt64) {
        self.kind = kind
        random = SeededGenerator(seed: seed)
        note()
    }

    // MARK: What happens

    mutating func step() {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<30: publish()
        case 30..<38: send(.heartbeat(position))
        case 38..<68: deliver()
        case 68..<72: lose()
        case 72..<84: answerOne()
        case 84..<94: deliverAnswer()
        case 94..<96: failOne()
        case 96: restart()
        case 97: disconnect()
        default: commitWithoutPublishing()
        }
    }

    /// Everything is in order from now on, and the follower has time.
    mutating func settle() {
        for _ in 0..<200 {
            isConnected = true
            send(.heartbeat(position))
            while !travelling.isEmpty { deliver() }
            while !asked.isEmpty { answerOne() }
            while !answers.isEmpty { deliverAnswer() }
            if follower.isCurrent, reader.position == position { return }
        }
    }

    var problem: String? {
        if let first = reader.problems.first { return first }
        if !reader.isCurrent || !follower.isCurrent { return "never current" }
        if reader.position != position { return "current at another position" }
        return reader.state == state ? nil : "another state"
    }

    // MARK: The publisher

    private var position: StreamPosition {
        StreamPosition(epoch: epoch, sequence: Int64(events.count))
    }

    private mutating func note() { history[position] = state }

    private mutating func commit() -> EventMessage {
        let key = "key \(Int.random(in: 0..<6, using: &random))"
        let value = Int64.random(in: 0..<1000, using: &random)
        let event = Sample.event(Int64(events.count + 1), epoch: epoch, key: key, value: value)
        events.append(event)
        state[key] = value
        note()
        return event
    }

    private mutating func publish() { send(.event(commit())) }

    /// The process dies between the two, or the event finds a queue full.
    private mutating func commitWithoutPublishing() {
        _ = commit()
        if kind == .log { restart() }
    }

    private mutating func restart() {
        disconnect()
        guard kind == .memory else { return }
        incarnations += 1
        epoch = String(incarnations)
        events = []
        lastSnapshot = nil
        note()
    }

    // MARK: The connection

    private mutating func send(_ frame: Frame) {
        if isConnected { travelling.append(frame) }
    }

    private mutating func lose() {
        if !travelling.isEmpty { travelling.remove(at: Int.random(in: 0..<travelling.count, using: &random)) }
    }

    private mutating func disconnect() {
        travelling = []
        asked = []
        answers = []
        act(follower.lose(.disconnected))
    }

    private mutating func deliver() {
        guard !travelling.isEmpty else { return }
        let isFull = Int.random(in: 0..<20, using: &random) == 0
        switch travelling.removeFirst() {
        case .event(let event): act(follower.hear(event, isReaderFull: isFull))
        case .heartbeat(let position): act(follower.hear(heartbeat: position))
        }
    }

    // MARK: The owner

    private mutating func answerOne() {
        guard !asked.isEmpty else { return }
        let question = asked.removeFirst()
        answers.append((question.number, answer(question)))
    }

    private mutating func failOne() {
        guard !asked.isEmpty else { return }
        answers.append((asked.removeFirst().number, .failure(SyncFailure())))
    }

    private mutating func deliverAnswer() {
        guard !answers.isEmpty else { return }
        let (number, answer) = answers.removeFirst()
        act(follower.answer(number, answer))
    }

    private mutating func answer(_ question: SyncQuestion) -> Result<SyncAnswer, SyncFailure> {
        if let cursor = question.cursor {
            let isGone = Int.random(in: 0..<8, using: &random) == 0
            guard let page = pages[cursor], page.position.epoch == epoch, !isGone else {
                return .failure(SyncFailure(isCursorUnknown: true))
            }
            return .success(page)
        }
        let isSameEpoch = question.epoch == nil || question.epoch == epoch
        if kind == .log { return .success(delta(after: isSameEpoch ? question.after ?? 0 : 0)) }
        if let after = question.after, isSameEpoch, events.count - Int(after) <= Self.recent {
            return .success(delta(after: after))
        }
        return .success(snapshot())
    }

    private mutating func delta(after: Int64) -> SyncAnswer {
        let page = events.dropFirst(Int(after)).prefix(Int.random(in: 1...4, using: &random))
        return SyncAnswer(
            position: position, content: .events(Array(page)), more: Int(after) + page.count < events.count)
    }

    /// Now and then an older one, as long as the events after it are at hand; always in two pages.
    private mutating func snapshot() -> SyncAnswer {
        var taken = (position: position, state: state)
        if let last = lastSnapshot, events.count - Int(last.position.sequence) <= Self.recent,
            Bool.random(using: &random)
        {
            taken = last
        }
        lastSnapshot = taken
        let items = taken.state.sorted { $0.key < $1.key }.map { key, value in
            Sample.event(taken.position.sequence, epoch: taken.position.epoch, key: key, value: value)
        }
        let half = items.count / 2
        let cursor = "page \(pages.count)"
        pages[cursor] = SyncAnswer(position: taken.position, content: .snapshot(Array(items[half...])))
        return SyncAnswer(
            position: taken.position, content: .snapshot(Array(items[..<half])), more: true, next: cursor)
    }

    // MARK: The reader

    private mutating func act(_ actions: [StreamFollower.Action]) {
        for action in actions {
            switch action {
            case .ask(let question, _): asked = [question]
            case .tell(let change): reader.take(change, history)
            }
        }
    }
}

extension FollowedPublisherModel.Reader {
    mutating func take(_ change: StreamUpdate.Change, _ history: [StreamPosition: [String: Int64]]) {
        switch change {
        case .event(let event):
            if event.epoch != position?.epoch || event.sequence != (position?.sequence ?? -1) + 1 {
                problems.append("\(event.position) after \(position.map { "\($0)" } ?? "nothing")")
            }
            position = event.position
            set(event)
        case .reset(let epoch):
            state = [:]
            position = StreamPosition(epoch: epoch, sequence: 0)
            if isCurrent { problems.append("reset while current") }
        case .snapshot(let items):
            for item in items { set(item) }
            position = items.last?.position
        case .stale:
            if !isCurrent { problems.append("stale while stale") }
            isCurrent = false
        case .current(let current):
            if isCurrent { problems.append("current while current") }
            isCurrent = true
            if let current, position?.sequence != 0, position != current {
                problems.append("current at \(current), told \(position.map { "\($0)" } ?? "nothing")")
            }
            position = current
            if let current, history[current] != state { problems.append("another state at \(current)") }
        }
    }

    private mutating func set(_ event: EventMessage) {
        seen += 1
        state[event.key] = Int64(String(decoding: event.body, as: UTF8.self))
    }
}
