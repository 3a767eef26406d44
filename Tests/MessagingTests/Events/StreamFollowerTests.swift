import Testing
import WireProtocol

@testable import Messaging

/// One stream, heard and answered step by step.
private struct Step {
    enum Input {
        case event(Int64, epoch: String = "one")
        case heartbeat(Int64, epoch: String = "one")
        case full(Int64)
        case lose(StaleReason)
        /// Answers the last question.
        case events(ClosedRange<Int64>?, of: Int64, epoch: String = "one")
        case snapshot(at: Int64, epoch: String = "one", next: String? = nil)
        case failure(SyncFailure = SyncFailure())
    }

    var input: Input
    var output: [String]

    init(_ input: Input, _ output: String...) {
        self.input = input
        self.output = output
    }
}

/// Plays steps and writes down what the follower does.
private struct Play {
    var follower: StreamFollower
    var lastQuestion = 0

    init(from start: StreamSelection.Start = .state, mostKept: Int = 100) {
        follower = StreamFollower(from: start, mostKept: mostKept)
    }

    mutating func run(_ input: Step.Input) -> [String] {
        let actions =
            switch input {
            case .event(let number, let epoch): follower.hear(Sample.event(number, epoch: epoch))
            case .heartbeat(let number, let epoch):
                follower.hear(heartbeat: Sample.position(number, epoch: epoch))
            case .full(let number): follower.hear(Sample.event(number), isReaderFull: true)
            case .lose(let reason): follower.lose(reason)
            case .events(let range, let last, let epoch):
                follower.answer(
                    lastQuestion,
                    .success(
                        SyncAnswer(
                            position: Sample.position(last, epoch: epoch),
                            content: .events(range.map { Sample.events($0, epoch: epoch) } ?? []))))
            case .snapshot(let number, let epoch, let next):
                follower.answer(
                    lastQuestion,
                    .success(
                        SyncAnswer(
                            position: Sample.position(number, epoch: epoch),
                            content: .snapshot([Sample.event(number, epoch: epoch)]),
                            more: next != nil, next: next)))
            case .failure(let failure): follower.answer(lastQuestion, .failure(failure))
            }
        return actions.map { note($0) }
    }

    private mutating func note(_ action: StreamFollower.Action) -> String {
        switch action {
        case .tell(.event(let event)): return "\(event.sequence)"
        case .tell(.reset(let epoch)): return "reset \(epoch)"
        case .tell(.snapshot(let items)): return "snapshot of \(items.count)"
        case .tell(.stale(let reason)): return "stale \(reason.rawValue)"
        case .tell(.current(let position)):
            return "current \(position.map { "\($0.epoch) \($0.sequence)" } ?? "")"
        case .ask(let question, let pace):
            lastQuestion = question.number
            let place =
                question.cursor ?? "\(question.epoch ?? "-") \(question.after.map(String.init) ?? "-")"
            switch pace {
            case .atOnce: return "ask \(place)"
            case .spread: return "ask \(place) spread"
            case .backOff(let failures, _): return "ask \(place) after \(failures)"
            }
        }
    }
}

@Suite struct StreamFollowerTests {
    private func play(from start: StreamSelection.Start = .state, mostKept: Int = 100, _ steps: Step...) {
        var play = Play(from: start, mostKept: mostKept)
        for (index, step) in steps.enumerated() {
            #expect(play.run(step.input) == step.output, "step \(index): \(step.input)")
        }
    }

    @Test func `nothing is asked before something is heard, and what is heard meanwhile is joined`() {
        play(
            Step(.heartbeat(3), "ask - -"),
            Step(.event(4)), Step(.event(5)),
            Step(.snapshot(at: 4), "reset one", "snapshot of 1", "5", "current one 5"),
            Step(.event(6), "6"), Step(.heartbeat(6)))
    }

    @Test func `an event starts the join as a heartbeat does`() {
        play(
            Step(.event(8), "ask - -"),
            Step(.snapshot(at: 8), "reset one", "snapshot of 1", "current one 8"))
    }

    @Test func `a snapshot that is older than what was heard is followed by a delta`() {
        play(
            Step(.event(8), "ask - -"),
            Step(.snapshot(at: 5), "reset one", "snapshot of 1", "ask one 5"),
            Step(.event(9)),
            Step(.events(6...8, of: 8), "6", "7", "8", "9", "current one 9"))
    }

    @Test func `pages of a snapshot are read by their cursors`() {
        play(
            Step(.heartbeat(3), "ask - -"),
            Step(.snapshot(at: 3, next: "7.1"), "reset one", "snapshot of 1", "ask 7.1"),
            Step(.failure(), "ask 7.1 after 1"),
            Step(.snapshot(at: 3, next: "7.2"), "snapshot of 1", "ask 7.2"),
            Step(.snapshot(at: 3), "snapshot of 1", "current one 3"))
    }

    @Test func `a snapshot whose next page is gone, or another one's, is begun anew`() {
        play(
            Step(.heartbeat(3), "ask - -"),
            Step(.snapshot(at: 3, next: "7.1"), "reset one", "snapshot of 1", "ask 7.1"),
            Step(.failure(SyncFailure(isCursorUnknown: true)), "ask - - after 1"),
            Step(.snapshot(at: 4, next: "8.1"), "reset one", "snapshot of 1", "ask 8.1"),
            Step(.snapshot(at: 1, epoch: "two"), "ask - - after 1"),
            Step(.snapshot(at: 1, epoch: "two"), "reset two", "snapshot of 1"),
            Step(.heartbeat(1, epoch: "two"), "current two 1"))
    }

    @Test func `a refusal is told once, until the state could be had`() {
        play(
            Step(.heartbeat(3), "ask - -"),
            Step(.failure(SyncFailure(isRefused: true)), "stale refused", "ask - - after 1"),
            Step(.failure(SyncFailure(isRefused: true)), "ask - - after 2"),
            Step(.failure(), "ask - - after 3"),
            Step(.snapshot(at: 3), "reset one", "snapshot of 1", "current one 3"),
            Step(.heartbeat(0, epoch: "two"), "stale new_epoch", "ask one 3 spread"),
            Step(.failure(SyncFailure(isRefused: true)), "stale refused", "ask one 3 after 1"))
    }

    @Test func `a log is read from its first event`() {
        play(
            Step(.heartbeat(4), "ask - -"),
            Step(.events(1...2, of: 4), "reset one", "1", "2", "ask one 2"),
            Step(.events(3...4, of: 4), "3", "4", "current one 4"))
    }

    @Test func `an empty log is current at once`() {
        play(
            Step(.heartbeat(0), "ask - -"),
            Step(.events(nil, of: 0), "reset one", "current one 0"),
            Step(.event(1), "1"))
    }

    @Test func `a reader that begins with the next event asks for nothing`() {
        play(from: .now, Step(.heartbeat(41), "current one 41"), Step(.event(42), "42"))
        play(from: .now, Step(.event(42), "42", "current one 42"), Step(.event(43), "43"))
    }

    @Test func `a reader that begins after a number is not reset`() {
        play(
            from: .after(3), Step(.heartbeat(5), "ask - 3"),
            Step(.events(4...5, of: 5), "4", "5", "current one 5"))
        play(
            from: .after(3, epoch: "one"), Step(.heartbeat(3), "current one 3"))
        play(
            from: .after(3, epoch: "old"), Step(.heartbeat(1), "ask old 3"),
            Step(.events(1...1, of: 1), "reset one", "1", "current one 1"))
        play(
            from: .after(3), Step(.heartbeat(90), "ask - 3"),
            Step(.snapshot(at: 90), "reset one", "snapshot of 1", "current one 90"))
    }

    @Test func `a gap makes the view stale until a delta closes it`() {
        play(
            from: .now, Step(.heartbeat(1), "current one 1"),
            Step(.event(3), "stale gap", "ask one 1 spread"),
            Step(.event(4)),
            Step(.events(2...3, of: 3), "2", "3", "4", "current one 4"))
    }

    @Test func `a heartbeat shows a tail that was lost`() {
        play(
            from: .now, Step(.heartbeat(1), "current one 1"),
            Step(.heartbeat(2), "stale lost_tail", "ask one 1 spread"),
            Step(.events(2...2, of: 2), "2", "current one 2"))
    }

    @Test func `a number that was had already is told once`() {
        play(
            from: .now, Step(.heartbeat(5), "current one 5"),
            Step(.event(4)), Step(.event(5)), Step(.event(6), "6"), Step(.event(6)), Step(.heartbeat(5)))
    }

    @Test(arguments: [StaleReason.disconnected, .silent])
    func `a lost connection is stale until the place is heard again`(reason: StaleReason) {
        play(
            from: .now, Step(.heartbeat(5), "current one 5"),
            Step(.lose(reason), "stale \(reason.rawValue)"), Step(.lose(reason)),
            Step(.heartbeat(5), "current one 5"),
            Step(.lose(reason), "stale \(reason.rawValue)"),
            Step(.event(6), "6", "current one 6"),
            Step(.lose(reason), "stale \(reason.rawValue)"),
            Step(.event(8), "ask one 6 spread"),
            Step(.events(7...8, of: 8), "7", "8", "current one 8"))
    }

    @Test func `a publisher that started anew gives a snapshot`() {
        play(
            from: .now, Step(.heartbeat(5), "current one 5"),
            Step(.event(1, epoch: "two"), "stale new_epoch", "ask one 5 spread"),
            Step(.event(2, epoch: "two")),
            Step(
                .snapshot(at: 1, epoch: "two"), "reset two", "snapshot of 1", "2", "current two 2"))
        play(
            from: .now, Step(.heartbeat(5), "current one 5"),
            Step(.lose(.disconnected), "stale disconnected"),
            Step(.heartbeat(0, epoch: "two"), "ask one 5 spread"),
            Step(.snapshot(at: 0, epoch: "two"), "reset two", "snapshot of 1", "current two 0"))
    }

    @Test func `an answer and what is heard of different epochs wait for what is heard next`() {
        play(
            Step(.event(5), "ask - -"),
            Step(.snapshot(at: 1, epoch: "two"), "reset two", "snapshot of 1"),
            Step(.event(2, epoch: "two"), "2", "current two 2"))
    }

    @Test func `a reader that is full is told, and catches up from where it was`() {
        play(
            from: .now, Step(.heartbeat(1), "current one 1"),
            Step(.full(2), "stale overflow", "ask one 1 spread"),
            Step(.full(3)),
            Step(.events(2...2, of: 2), "2", "3", "current one 3"))
    }

    @Test func `what is heard beyond the bound is asked for again`() {
        play(
            mostKept: 2,
            Step(.event(1), "ask - -"), Step(.event(2)), Step(.event(3)), Step(.event(4)),
            Step(.events(1...1, of: 1), "reset one", "1", "2", "ask one 2"),
            Step(.events(3...4, of: 4), "3", "4", "current one 4"))
    }

    @Test func `questions that fail or bring nothing are asked again ever later`() {
        play(
            Step(.heartbeat(2), "ask - -"),
            Step(.failure(), "ask - - after 1"), Step(.failure(), "ask - - after 2"),
            Step(.events(1...1, of: 1), "reset one", "1", "ask one 1"),
            Step(.events(nil, of: 1), "ask one 1 after 1"),
            Step(.events(nil, of: 1), "ask one 1 after 2"),
            Step(.events(2...2, of: 2), "2", "current one 2"))
    }

    @Test func `an owner that is behind what it said before is believed`() {
        play(
            from: .after(9, epoch: "one"), Step(.heartbeat(4), "ask one 9"),
            Step(.events(nil, of: 4), "ask - - after 1"),
            Step(.events(1...4, of: 4), "reset one", "1", "2", "3", "4", "current one 4"))
    }

    @Test func `an answer to a question that was given up is void`() {
        var follower = StreamFollower()
        _ = follower.hear(heartbeat: Sample.position(1))
        _ = follower.lose(.disconnected)
        let answer = SyncAnswer(position: Sample.position(1), content: .events(Sample.events(1...1)))
        #expect(follower.answer(1, .success(answer)) == [])
        _ = follower.hear(heartbeat: Sample.position(1))
        #expect(follower.answer(1, .success(answer)) == [])
        #expect(follower.answer(2, .success(answer)).count == 3)
    }
}
