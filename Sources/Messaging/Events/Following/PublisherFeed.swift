import WireProtocol
import ZeroMQ

/// Follows the streams of one publisher: finds it, listens, asks for what is missing, and begins anew whenever
/// the connection goes. Lives on the reactor.
final class PublisherFeed {
    private let address: PublisherAddress
    private let settings: SubscriberSettings
    private let loop: ReactorLoop
    private let locator: PublisherLocator
    private let queue: UpdateQueue
    private let statuses: StreamStatuses
    private let counters: Counters
    private let logger: Logger

    private var streams: [String: FollowedStream] = [:]
    private var keyed: [String: KeyedFollower] = [:]
    private var connection: EventsConnection?
    /// Answers for what is heard on the connection.
    private var caller: Caller?
    private var silenceTimer: ReactorLoop.TimerID?
    private var isClosed = false
    private var random = SystemRandomNumberGenerator()

    private static let silenceNanoseconds =
        UInt64(Heartbeat.intervalMilliseconds * Heartbeat.mostMissed) * 1_000_000

    init(
        _ address: PublisherAddress, _ settings: SubscriberSettings, on loop: ReactorLoop,
        locator: PublisherLocator, queue: UpdateQueue, statuses: StreamStatuses, counters: Counters,
        logger: Logger
    ) {
        self.address = address
        self.settings = settings
        self.loop = loop
        self.locator = locator
        self.queue = queue
        self.statuses = statuses
        self.counters = counters
        self.logger = logger
        for selection in settings.streams {
            if let keys = selection.keys {
                keyed[selection.stream] = KeyedFollower(keys: keys)
            } else {
                streams[selection.stream] = FollowedStream(
                    follower: StreamFollower(from: selection.start, mostKept: settings.mostKeptEvents))
            }
        }
        publishStatuses()
    }

    // MARK: The connection

    func open() {
        guard !isClosed else { return }
        locator.locate(
            then: { [weak self] in self?.connect(to: $0) },
            orTell: { [weak self] in
                guard let self else { return }
                refuse(settings.streams.map(\.stream))
            })
    }

    private func refuse(_ names: [String]) {
        for name in names {
            act(on: streams[name]?.follower.refuse() ?? [], of: name)
            tell(keyed[name]?.refuse() ?? [], of: name)
        }
    }

    private func open(afterMilliseconds pause: Int) {
        _ = loop.schedule(afterMilliseconds: pause) { [weak self] in self?.open() }
    }

    private func connect(to place: PublisherLocator.Place) {
        caller = place.caller
        for name in Array(keyed.keys) where !place.missing.contains(name) { keyed[name]?.accept() }
        refuse(place.missing)
        do throws(ZeroMQError) {
            connection = try EventsConnection(
                place.events, topics: topics, on: loop, onReadable: { [weak self] in self?.read() },
                onEvent: { [weak self] in self?.heed($0) })
        } catch {
            logger.warning(
                "cannot subscribe", ["at": place.events.description, "error": error.description])
            return open(afterMilliseconds: 1000)
        }
        for name in Array(streams.keys) { streams[name]?.heardNanoseconds = nil }
        watchForSilence()
    }

    private var topics: [[UInt8]] {
        settings.streams.flatMap { selection in
            (selection.keys ?? [""]).map { Topic.of(stream: selection.stream, key: $0) }
        }
    }

    private func heed(_ event: EventsConnection.Event) {
        switch event {
        case .lost: lose(.disconnected)
        case .connected:
            for name in Array(keyed.keys) { tell(keyed[name]?.connect() ?? [], of: name) }
        }
    }

    /// Begins anew: the publisher may come back at another port, and libzmq itself may have given up.
    private func lose(_ reason: StaleReason) {
        // What came before the end is heard before the end is told.
        read()
        connection?.close()
        connection = nil
        for name in Array(streams.keys) {
            stopAsking(name)
            act(on: streams[name]?.follower.lose(reason) ?? [], of: name)
        }
        for name in Array(keyed.keys) { tell(keyed[name]?.lose(reason) ?? [], of: name) }
        publishStatuses()
        open(afterMilliseconds: backOffMilliseconds(failures: 1))
    }

    // MARK: Silence

    private func watchForSilence() {
        if let silenceTimer { loop.cancel(silenceTimer) }
        silenceTimer = nil
        guard let connection, !streams.isEmpty else { return }
        let now = MonotonicTime.nowNanoseconds
        let due = streams.values.compactMap(\.heardNanoseconds).filter { $0 + Self.silenceNanoseconds > now }
            .min()
        let from = due ?? max(now, connection.openedNanoseconds)
        silenceTimer = loop.schedule(atNanoseconds: from + Self.silenceNanoseconds) { [weak self] in
            self?.lookForSilence()
        }
    }

    private func lookForSilence() {
        // A reactor that was held up itself has not listened yet.
        read()
        guard let connection else { return }
        let now = MonotonicTime.nowNanoseconds
        var isAnyHeard = now < connection.openedNanoseconds + 2 * Self.silenceNanoseconds
        for (name, stream) in streams {
            let isHeard = stream.heardNanoseconds.map { $0 + Self.silenceNanoseconds > now } ?? false
            if isHeard { isAnyHeard = true } else { fallSilent(name) }
        }
        if isAnyHeard { watchForSilence() } else { lose(.silent) }
    }

    private func fallSilent(_ name: String) {
        guard streams[name]?.heardNanoseconds != nil else { return }
        streams[name]?.heardNanoseconds = nil
        stopAsking(name)
        act(on: streams[name]?.follower.lose(.silent) ?? [], of: name)
        publishStatuses()
    }

    // MARK: Listening

    private func read() {
        guard let connection else { return }
        var room = queue.room
        var updates: [StreamUpdate] = []
        connection.read { frames in
            guard let frames, let frame = try? EventFrame(frames) else { return counters.add("dropped") }
            for change in hear(frame, isReaderFull: room.isEmpty) {
                let update = StreamUpdate(stream: frame.stream, publisher: address.calls, change: change)
                room.take(update)
                updates.append(update)
            }
        }
        queue.append(updates)
        publishStatuses()
    }

    /// What it means for the reader; questions are begun on the way.
    private func hear(_ frame: EventFrame, isReaderFull: Bool) -> [StreamUpdate.Change] {
        let name = frame.stream
        if case .event(let event) = frame, keyed[name] != nil {
            return keyed[name]?.hear(event, isReaderFull: isReaderFull) ?? []
        }
        guard streams[name] != nil else { return [] }
        streams[name]?.heardNanoseconds = loop.nowNanoseconds
        let actions: [StreamFollower.Action]
        switch frame {
        case .event(let event):
            actions = streams[name]?.follower.hear(event, isReaderFull: isReaderFull) ?? []
        case .heartbeat(let heartbeat):
            actions = streams[name]?.follower.hear(heartbeat: heartbeat.position) ?? []
        }
        return changes(actions, of: name)
    }

    /// Begins the questions and returns what is to be told.
    private func changes(_ actions: [StreamFollower.Action], of name: String) -> [StreamUpdate.Change] {
        actions.compactMap { action in
            switch action {
            case .tell(let change):
                if case .stale(let reason) = change { counters.add("stale_\(reason.rawValue)") }
                return change
            case .ask(let question, let pace):
                ask(question, pace, of: name)
                return nil
            }
        }
    }

    private func act(on actions: [StreamFollower.Action], of name: String) {
        tell(changes(actions, of: name), of: name)
    }

    private func tell(_ changes: [StreamUpdate.Change], of name: String) {
        queue.append(
            changes.map { StreamUpdate(stream: name, publisher: address.calls, change: $0) })
    }

    private func publishStatuses() {
        statuses.set(
            streams.sorted { $0.key < $1.key }.map { name, stream in
                StreamStatus(
                    stream: name, publisher: address.calls, isCurrent: stream.follower.isCurrent,
                    told: stream.follower.told, heard: stream.follower.heard)
            }, of: address.calls)
    }

    // MARK: Asking

    private func ask(_ question: SyncQuestion, _ pace: StreamFollower.Pace, of name: String) {
        stopAsking(name)
        streams[name]?.question = question
        let pause: Int
        switch pace {
        case .atOnce: pause = 0
        case .spread: pause = Int.random(in: 0...max(0, settings.spreadMilliseconds), using: &random)
        case .backOff(let failures, let least): pause = max(least, backOffMilliseconds(failures: failures))
        }
        streams[name]?.timer = loop.schedule(afterMilliseconds: pause) { [weak self] in
            self?.streams[name]?.timer = nil
            self?.send(question, of: name)
        }
    }

    private func stopAsking(_ name: String) {
        if let timer = streams[name]?.timer { loop.cancel(timer) }
        streams[name]?.timer = nil
        streams[name]?.question = nil
        streams[name]?.isHeldBack = false
    }

    /// 100 ms doubling to a second, from half of it on at random.
    private func backOffMilliseconds(failures: Int) -> Int {
        let longest = min(100 << min(max(failures, 1) - 1, 4), 1000)
        return Int.random(in: longest / 2...longest, using: &random)
    }

    /// An answer may be large, so a reader who is behind is waited for.
    private func send(_ question: SyncQuestion, of name: String) {
        let (inbox, home) = (loop.inbox, Confined(self))
        let hasRoom = queue.isHalfEmpty { _ = inbox.append { _ in home.value.sendHeldBack() } }
        streams[name]?.isHeldBack = !hasRoom
        guard hasRoom, let caller else { return }
        counters.add("syncs")
        let (method, source) = (settings.syncMethod, address.calls.description)
        let request = question.request(for: name)
        Task {
            let outcome = await caller.sync(request, method: method, source: source)
            _ = inbox.append { _ in home.value.answered(question, outcome, of: name) }
        }
    }

    func sendHeldBack() {
        for (name, stream) in streams where stream.isHeldBack {
            if let question = stream.question { send(question, of: name) }
        }
    }

    private func answered(
        _ question: SyncQuestion, _ outcome: Result<SyncAnswer, SyncFailure>, of name: String
    ) {
        guard !isClosed, streams[name]?.question == question else { return }
        streams[name]?.question = nil
        if case .failure(let failure) = outcome {
            counters.add("syncs_failed")
            if failure.isRefused, streams[name]?.isRefusalLogged == false {
                streams[name]?.isRefusalLogged = true
                logger.warning(
                    "\(settings.service) does not tell the state of \(name)",
                    [
                        "at": address.calls.description, "method": settings.syncMethod,
                        "answer": failure.code ?? "none",
                    ])
            }
        }
        act(on: streams[name]?.follower.answer(question.number, outcome) ?? [], of: name)
        publishStatuses()
    }

    // MARK: The end

    func close() {
        isClosed = true
        locator.close()
        for name in Array(streams.keys) { stopAsking(name) }
        if let silenceTimer { loop.cancel(silenceTimer) }
        connection?.close()
        connection = nil
    }
}

/// One followed stream with its question under way.
struct FollowedStream {
    var follower: StreamFollower
    /// When it was last heard on this connection.
    var heardNanoseconds: UInt64?
    /// Waits for its time, for room, or for its answer.
    var question: SyncQuestion?
    var timer: ReactorLoop.TimerID?
    var isHeldBack = false
    /// Once is enough.
    var isRefusalLogged = false
}
