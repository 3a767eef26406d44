/// Follows one stream of one publisher. A pure value: it is told what is heard and answered, and says what to
/// tell the reader and what to ask.
///
/// Joining: nothing is asked before something is heard, since a question answered before the subscription has
/// reached the publisher would leave a hole. What is heard meanwhile is kept, and joined to the answer by number.
struct StreamFollower: Sendable {
    enum Action: Sendable, Equatable {
        case tell(StreamUpdate.Change)
        case ask(SyncQuestion, Pace)
    }

    /// When to ask.
    enum Pace: Sendable, Equatable {
        case atOnce
        /// After a random while, so that all subscribers of a publisher do not come at once.
        case spread
        /// After so many failures.
        case backOff(failures: Int, atLeastMilliseconds: Int)
    }

    private enum Phase: Sendable, Equatable {
        /// Nothing was heard since the connection was made.
        case listening
        /// Something is missing, and the owner is asked for it.
        case asking(SyncQuestion)
        /// Whatever was published was told.
        case current
    }

    /// What the reader has; the epoch is nil while it is taken as the present one.
    private struct Place: Sendable, Equatable {
        var epoch: String?
        var sequence: Int64
    }

    private var phase = Phase.listening
    /// Nil when the reader has nothing that could be added to.
    private var place: Place?
    private var startsNow = false
    private var wasCurrent = false
    /// The snapshot that is being read page by page.
    private var pages: StreamPosition?
    /// The last that was heard on this connection.
    private(set) var heard: StreamPosition?
    /// What was heard while asking, all of one epoch.
    private var kept: [EventMessage] = []
    private let mostKept: Int
    private var questions = 0
    private var failures = 0
    /// The reader was told that there is nothing to be had.
    private var isRefused = false

    init(from start: StreamSelection.Start = .state, mostKept: Int = 4096) {
        self.mostKept = mostKept
        switch start {
        case .state: break
        case .now: startsNow = true
        case .after(let sequence, let epoch): place = Place(epoch: epoch, sequence: sequence)
        }
    }

    var isCurrent: Bool { phase == .current }

    /// How far the reader was told; nil before the first answer.
    var told: StreamPosition? {
        place.flatMap { place in place.epoch.map { StreamPosition(epoch: $0, sequence: place.sequence) } }
    }
}

// What is heard.
extension StreamFollower {
    /// - Parameter isReaderFull: no more can be told now.
    mutating func hear(_ event: EventMessage, isReaderFull: Bool = false) -> [Action] {
        heard = event.position
        switch phase {
        case .listening: return join(event)
        case .asking:
            keep(event)
            return []
        case .current: return take(event, isReaderFull: isReaderFull)
        }
    }

    mutating func hear(heartbeat position: StreamPosition) -> [Action] {
        heard = position
        switch phase {
        case .listening: return join(position)
        case .asking: return []
        case .current:
            if place?.epoch != position.epoch { return stale(.newEpoch) }
            return position.sequence > place?.sequence ?? 0 ? stale(.lostTail) : []
        }
    }

    /// The connection went, or nothing is heard any more.
    mutating func lose(_ reason: StaleReason) -> [Action] {
        let wasTrusted = isCurrent
        phase = .listening
        heard = nil
        kept = []
        return wasTrusted ? [.tell(.stale(reason))] : []
    }

    /// The service says that it has nothing to tell; the reader hears that once, until it has.
    mutating func refuse() -> [Action] {
        defer { isRefused = true }
        return isRefused ? [] : [.tell(.stale(.refused))]
    }

    private mutating func take(_ event: EventMessage, isReaderFull: Bool) -> [Action] {
        guard place?.epoch == event.epoch, let last = place?.sequence else {
            keep(event)
            return stale(.newEpoch)
        }
        if event.sequence <= last { return [] }
        guard event.sequence == last + 1, !isReaderFull else {
            keep(event)
            return stale(isReaderFull ? .overflow : .gap)
        }
        place?.sequence = event.sequence
        return [.tell(.event(event))]
    }

    private mutating func stale(_ reason: StaleReason) -> [Action] {
        [.tell(.stale(reason)), ask(.spread)]
    }

    private mutating func join(_ event: EventMessage) -> [Action] {
        if startsNow { begin(at: StreamPosition(epoch: event.epoch, sequence: event.sequence - 1)) }
        if let place, place.epoch == event.epoch {
            // Late, by the way of an old connection.
            if event.sequence <= place.sequence { return [] }
            if event.sequence == place.sequence + 1 {
                self.place?.sequence = event.sequence
                return [.tell(.event(event))] + becomeCurrent()
            }
        }
        keep(event)
        return [ask(wasCurrent ? .spread : .atOnce)]
    }

    private mutating func join(_ position: StreamPosition) -> [Action] {
        if startsNow { begin(at: position) }
        if let told, told == position { return becomeCurrent() }
        return [ask(wasCurrent ? .spread : .atOnce)]
    }

    private mutating func begin(at position: StreamPosition) {
        startsNow = false
        place = Place(epoch: position.epoch, sequence: position.sequence)
    }

    private mutating func keep(_ event: EventMessage) {
        if let first = kept.first, first.epoch != event.epoch { kept = [] }
        // Beyond this the answer leaves a gap, and the next question closes it.
        if kept.count < mostKept { kept.append(event) }
    }

    private mutating func becomeCurrent() -> [Action] {
        guard let told else { return [ask(.atOnce)] }
        phase = .current
        isRefused = false
        wasCurrent = true
        failures = 0
        return [.tell(.current(told))]
    }
}

// What is asked and answered.
extension StreamFollower {
    private mutating func ask(_ pace: Pace, cursor: String? = nil) -> Action {
        questions += 1
        let question = SyncQuestion(
            number: questions, epoch: cursor == nil ? place?.epoch : pages?.epoch,
            after: cursor == nil ? place?.sequence : nil, cursor: cursor)
        phase = .asking(question)
        return .ask(question, pace)
    }

    mutating func answer(_ number: Int, _ outcome: Result<SyncAnswer, SyncFailure>) -> [Action] {
        guard case .asking(let question) = phase, question.number == number else { return [] }
        switch outcome {
        case .failure(let failure): return fail(question, failure)
        case .success(let answer):
            switch answer.content {
            case .snapshot(let items): return take(snapshot: items, answer, question)
            case .events(let events): return take(events: events, answer)
            }
        }
    }

    private mutating func fail(_ question: SyncQuestion, _ failure: SyncFailure = SyncFailure()) -> [Action] {
        failures += 1
        if failure.isCursorUnknown { pages = nil }
        return (failure.isRefused ? refuse() : []) + [
            ask(
                .backOff(failures: failures, atLeastMilliseconds: failure.retryAfterMilliseconds ?? 0),
                cursor: failure.isCursorUnknown ? nil : question.cursor)
        ]
    }

    private mutating func take(
        snapshot items: [EventMessage], _ answer: SyncAnswer, _ question: SyncQuestion
    ) -> [Action] {
        var actions: [Action] = []
        if question.cursor == nil {
            actions.append(.tell(.reset(epoch: answer.position.epoch)))
            // Until the last page the reader has nothing that a delta could be added to.
            place = nil
            pages = answer.position
        } else if answer.position != pages {
            return fail(question, SyncFailure(isCursorUnknown: true))
        }
        if !items.isEmpty { actions.append(.tell(.snapshot(items))) }
        failures = 0
        if answer.more, let next = answer.next { return actions + [ask(.atOnce, cursor: next)] }
        pages = nil
        place = Place(epoch: answer.position.epoch, sequence: answer.position.sequence)
        return actions + catchUpWithKept(isFurther: true)
    }

    private mutating func take(events: [EventMessage], _ answer: SyncAnswer) -> [Action] {
        var actions: [Action] = []
        let isSameEpoch = place.map { $0.epoch == nil || $0.epoch == answer.position.epoch } ?? false
        if !isSameEpoch { actions.append(.tell(.reset(epoch: answer.position.epoch))) }
        var reached = Place(
            epoch: answer.position.epoch, sequence: isSameEpoch ? place?.sequence ?? 0 : 0)
        let start = reached.sequence
        for event in events where event.sequence > reached.sequence {
            guard event.sequence == reached.sequence + 1 else { break }
            reached.sequence = event.sequence
            actions.append(.tell(.event(event)))
        }
        place = reached
        if answer.position.sequence < reached.sequence {
            // The owner is behind what it once said: a store that was put back without a new epoch.
            place = nil
            return actions + fail()
        }
        let isFurther = reached.sequence > start || !isSameEpoch
        if reached.sequence == answer.position.sequence {
            return actions + catchUpWithKept(isFurther: isFurther)
        }
        return actions + (isFurther ? askOn() : fail())
    }

    private mutating func askOn() -> [Action] {
        failures = 0
        return [ask(.atOnce)]
    }

    private mutating func fail() -> [Action] {
        failures += 1
        return [ask(.backOff(failures: failures, atLeastMilliseconds: 0))]
    }

    /// Joins what was heard meanwhile to what was answered.
    ///
    /// - Parameter isFurther: the answer brought something; else asking again at once would bring nothing either.
    private mutating func catchUpWithKept(isFurther: Bool) -> [Action] {
        let waiting = kept
        kept = []
        guard let place, heard == nil || heard?.epoch == place.epoch else {
            // One of the two is of an incarnation that is gone: what is heard next tells which.
            phase = .listening
            heard = nil
            return []
        }
        var actions: [Action] = []
        var last = place.sequence
        for (index, event) in waiting.enumerated() where event.sequence > last {
            guard event.sequence == last + 1 else {
                kept = Array(waiting[index...])
                break
            }
            last = event.sequence
            actions.append(.tell(.event(event)))
        }
        self.place?.sequence = last
        guard heard?.sequence ?? 0 > last else { return actions + becomeCurrent() }
        return actions + (isFurther || last > place.sequence ? askOn() : fail())
    }
}
