import WireProtocol
import ZeroMQ

/// The part of a responder that lives on the reactor: its socket and the calls at work.
final class Serving {
    private let loop: ReactorLoop
    private let inbox: ReactorInbox
    private let settings: ResponderSettings
    private let handlers: Handlers
    private let instance: String
    private let counters: Counters
    private let time: any TimeSource
    private let logger: Logger
    private let load: ConnectionLoad

    private let router: Router
    private var source: ReactorLoop.SourceID?
    private let received = Multipart()
    private lazy var peers: BoundPeers = BoundPeers(
        on: loop, limits: settings.peerLimits, share: Self.descriptorShare, load: load, counters: counters,
        logger: logger, hasInput: { [router] in router.hasInput }
    ) { [weak self] _ in self?.outbox.isPressed ?? false }
    private lazy var outbox: Outbox = Outbox(
        router, on: loop, to: peers, settings: settings, counters: counters, logger: logger,
        peerLost: { [weak self] in self?.abandon($0) }
    ) { [weak self] in self?.endWhenDrained() }
    private var atWork: [UInt64: CallAtWork] = [:]
    /// By method.
    private var lanes: [String: Lane] = [:]
    private var atWorkOfPeer: [UInt64: Int] = [:]
    private var workNumbers: [CallAtWork.Name: UInt64] = [:]
    private var nextWorkNumber: UInt64 = 0
    private var workBytes = 0
    private var drained: (() -> Void)?
    private var ending: ReactorLoop.TimerID?
    /// Of a handler's; refusals are not waited for.
    private var lastAnswerNanoseconds: UInt64 = 0

    /// How many messages are read before other sockets have their turn.
    private static let batch = 256
    /// How many before everybody else is heard.
    private static let hearing = 16
    private static let graceNanoseconds: UInt64 = 200_000_000
    /// The rest is for events.
    private static let descriptorShare = 2.0 / 3

    init(
        _ loop: ReactorLoop, inbox: ReactorInbox, settings: ResponderSettings, handlers: Handlers,
        instance: String, load: ConnectionLoad, counters: Counters, time: any TimeSource, logger: Logger
    ) throws(ZeroMQError) {
        self.loop = loop
        self.load = load
        self.inbox = inbox
        self.settings = settings
        self.handlers = handlers
        self.instance = instance
        self.counters = counters
        self.time = time
        self.logger = logger
        router = try Router(loop.context)
        try router.set(
            // Without it a reply to a peer at its high-water mark is lost in silence.
            .routerMandatory(true),
            // A peer cannot take over another's replies by claiming its routing id.
            .routerHandover(false),
            .sendHighWaterMark(settings.highWaterMark),
            // None: see `HalfOpenPeers`. What waits is bounded in bytes, by `BoundPeers`.
            .receiveHighWaterMark(0),
            .maximumMessageSizeBytes(settings.largestFrameBytes),
            .handshakeIntervalMilliseconds(3000),
            .lingerMilliseconds(0), .backlog(1024))
        for option in HalfOpenPeers.options { try router.set(option) }
        if settings.endpoint.isIPv6 { try router.set(.ipv6(true)) }
    }

    func bind() throws(ZeroMQError) -> String {
        let watching = try Monitor(router, .peers)
        do throws(ZeroMQError) { try router.bind(settings.endpoint.description) } catch {
            // An open socket keeps the reactor from ending.
            router.close()
            throw error
        }
        source = loop.add(router) { _ in self.readBatch() }
        peers.follow(watching)
        loop.onStop { [weak self] in self?.stop() }
        return try router.lastEndpoint
    }

    // MARK: Requests

    private func readBatch() {
        outbox.beginBatch()
        for number in 0..<Self.batch {
            do {
                // Else libzmq looks for peers that have only just sent something once in a hundred messages: whoever sends
                // without end would be heard alone for as long.
                if number % Self.hearing == Self.hearing - 1 { try router.hearEveryone() }
                guard try router.receive(into: received) else {
                    peers.drained()
                    break
                }
            } catch {
                logger.error("cannot receive", ["error": error.description])
                break
            }
            take()
        }
        outbox.endBatch()
        endWhenDrained()
    }

    private func take() {
        let isWanted = peers.took(
            received.wireBytes, frames: received.count, from: received.peerKey,
            by: received[received.count - 1])
        guard isWanted else { return counters.add("abandoned") }
        guard let delimiter = received.delimiter else { return counters.add("dropped") }
        // The parts are taken where they lie; what is kept is copied.
        let route = (0...delimiter).map { received[$0].bytes }
        do throws(HeaderError) {
            take(try received.header(after: delimiter), from: route, received[delimiter + 2])
        } catch {
            counters.add("dropped")
            guard error.expectsAnswer else { return }
            var answer = Header(.fault(error.fault.status))
            answer.id = error.id
            reply(&answer, fault: error.fault, to: route)
        }
    }

    private func take(_ header: Header, from route: [[UInt8]], _ body: Message) {
        switch header.kind {
        case .request(let method):
            let handler = handlers[method]
            let largest = min(handler?.largestBodyBytes ?? 0, settings.largestBodyBytes)
            let isTooLarge = body.count > largest
            // What is refused for its size is not even copied.
            let call = Call(
                method: method, header: header, route: route, body: isTooLarge ? [] : body.bytes,
                receivedNanoseconds: loop.arrivalNanoseconds)
            do throws(Fault) {
                try requireServing()
                guard let handler else {
                    counters.add("unknown_method")
                    throw .unknownMethod(method)
                }
                if isTooLarge { throw .messageTooLarge(largestBytes: largest) }
                try start(call, handler)
            } catch {
                reply(to: call, .failure(error), startedNanoseconds: loop.nowNanoseconds)
            }
        case .cancel: cancel(header, from: route)
        case .reply, .fault, .event, .heartbeat: counters.add("dropped")
        }
    }

    private func requireServing() throws(Fault) {
        guard drained == nil else {
            throw Fault(
                .unavailable, code: "draining", message: "\(instance) is ending", retryable: true)
        }
    }

    private func start(_ call: Call, _ handler: Handler) throws(Fault) {
        guard call.remainingMilliseconds(atNanoseconds: loop.nowNanoseconds) > 0 else {
            counters.add("expired")
            throw .deadlineExceeded
        }
        if case .inline(let run) = handler.work, call.body.count <= settings.mostInlineBytes {
            runInline(call, handler, run)
        } else {
            try runPooled(call, handler)
        }
    }

    private func runInline(
        _ call: Call, _ handler: Handler,
        _ run: ([UInt8], WireCoding, CallContext) -> Handler.Outcome
    ) {
        let started = MonotonicTime.nowNanoseconds
        handler.statistics.began()
        let outcome = run(
            call.body, call.coding, call.context(now: time.now(), atNanoseconds: started))
        reply(to: call, outcome, startedNanoseconds: started, handler.statistics)
    }

    private func runPooled(_ call: Call, _ handler: Handler) throws(Fault) {
        guard admits(call, handler) else {
            counters.add("refused")
            throw .overloaded(retryAfterMilliseconds: settings.retryAfterMilliseconds)
        }
        let number = nextWorkNumber
        nextWorkNumber += 1
        handler.statistics.began()
        atWork[number] = CallAtWork(call: call, handler: handler)
        atWorkOfPeer[call.peerKey, default: 0] += 1
        workBytes += call.body.count
        if let name = call.name { workNumbers[name] = number }
        let runsAtOnce = lanes[handler.method, default: Lane(handler.atOnce)]
            .enter(number, of: call.peerKey, nowNanoseconds: loop.nowNanoseconds)
        if runsAtOnce { run(number) }
    }

    private func admits(_ call: Call, _ handler: Handler) -> Bool {
        let patience = call.remainingMilliseconds(atNanoseconds: loop.nowNanoseconds)
        // One peer may have four fifths of the places, two four ninths each, and so on: some are left for whoever comes.
        let free = settings.mostCallsAtWork - atWork.count
        return (atWorkOfPeer[call.peerKey] ?? 0) < 4 * free
            && lanes[handler.method]?.admits(patienceMilliseconds: patience, of: call.peerKey) ?? true
            && workBytes + call.body.count <= settings.memory.workBytes
            // Work for an answer that could not be kept until it is taken would be thrown away.
            && outbox.hasRoom(for: handler.statistics.typicalReplyBytes, to: call.route[0])
    }

    private func run(_ number: UInt64) {
        guard let (call, handler) = atWork[number].map({ ($0.call, $0.handler) }) else { return }
        let (time, counters, inbox) = (time, counters, inbox)
        let home = Confined(self)
        atWork[number]?.task = Task {
            let started = MonotonicTime.nowNanoseconds
            var outcome = Handler.Outcome.failure(.deadlineExceeded)
            let isWanted = !Task.isCancelled && call.remainingMilliseconds(atNanoseconds: started) > 0
            if isWanted {
                outcome = await handler.answer(
                    call.body, call.coding,
                    call.context(now: time.now(), atNanoseconds: started))
            } else if !Task.isCancelled {
                counters.add("expired")
            }
            let answer = outcome
            let worked = isWanted ? MonotonicTime.nowNanoseconds - started : nil
            _ = inbox.append { _ in
                home.value.finish(number, answer, startedNanoseconds: started)
                home.value.leave(handler.method, of: call.peerKey, worked: worked)
            }
        }
    }

    /// Whoever waits for the place has it.
    private func leave(_ method: String, of peer: UInt64, worked: UInt64?) {
        let next = lanes[method]?.leave(of: peer, worked: worked, nowNanoseconds: loop.nowNanoseconds) ?? []
        if source != nil { for number in next { run(number) } }
    }

    private func finish(_ number: UInt64, _ outcome: Handler.Outcome, startedNanoseconds: UInt64) {
        guard let work = forget(number) else { return }
        let statistics = work.handler.statistics
        // Nobody is left to be answered.
        if source == nil || work.isCancelled {
            statistics.ended(fault: .deadlineExceeded, microseconds: 0)
        } else {
            reply(to: work.call, outcome, startedNanoseconds: startedNanoseconds, statistics)
        }
        endWhenDrained()
    }

    private func forget(_ number: UInt64) -> CallAtWork? {
        guard let work = atWork.removeValue(forKey: number) else { return nil }
        workBytes -= work.call.body.count
        let left = (atWorkOfPeer[work.call.peerKey] ?? 0) - 1
        atWorkOfPeer[work.call.peerKey] = left > 0 ? left : nil
        if let name = work.call.name, workNumbers[name] == number { workNumbers[name] = nil }
        return work
    }

    private func cancel(_ header: Header, from route: [[UInt8]]) {
        guard let id = header.id, let peer = route.first,
            let number = workNumbers[CallAtWork.Name(peer: peer, id: id)], let work = atWork[number]
        else { return }
        counters.add("cancelled")
        if let task = work.task {
            atWork[number]?.isCancelled = true
            task.cancel()
        } else {
            giveUp(number, work)
        }
    }

    /// What waits for its turn and is not wanted any more.
    private func giveUp(_ number: UInt64, _ work: CallAtWork) {
        lanes[work.handler.method]?.giveUp(number, of: work.call.peerKey)
        _ = forget(number)
        work.handler.statistics.ended(fault: .deadlineExceeded, microseconds: 0)
        endWhenDrained()
    }

    /// Of a peer that has gone: what has not begun is not done.
    private func abandon(_ peer: UInt64) {
        guard atWorkOfPeer[peer] != nil else { return }
        for (number, work) in atWork where work.call.peerKey == peer && work.task == nil {
            counters.add("abandoned")
            giveUp(number, work)
        }
    }

    // MARK: Replies

    private func reply(
        to call: Call, _ outcome: Handler.Outcome, startedNanoseconds started: UInt64,
        _ statistics: MethodStatistics? = nil
    ) {
        let worked = Int64((MonotonicTime.nowNanoseconds - started) / 1000)
        var header = Header(.reply)
        header.id = call.header.id
        header.contentType = call.header.contentType
        header.waitedMicroseconds =
            Int64(max(started, call.receivedNanoseconds) - call.receivedNanoseconds) / 1000
        header.workedMicroseconds = worked
        if statistics != nil { lastAnswerNanoseconds = loop.nowNanoseconds }
        switch outcome {
        case .success(let body):
            statistics?.ended(fault: nil, microseconds: worked, replyBytes: body.count)
            log(call, status: "ok", worked)
            guard outbox.hasRoom(for: body.count, to: call.route[0]) else {
                counters.add("refused")
                let retry = settings.retryAfterMilliseconds
                return reply(&header, fault: .overloaded(retryAfterMilliseconds: retry), to: call.route)
            }
            send(&header, body, to: call.route)
        case .failure(let fault):
            statistics?.ended(fault: fault.status, microseconds: worked)
            log(call, status: fault.status.rawValue, worked)
            reply(&header, fault: fault, to: call.route)
        }
    }

    private func reply(_ header: inout Header, fault: Fault, to route: [[UInt8]]) {
        header.kind = .fault(fault.status)
        header.retryAfterMilliseconds = fault.retryAfterMilliseconds
        let body = (try? WireCoding(header.contentType).encode(FaultBody(fault))) ?? []
        send(&header, body, to: route)
    }

    private func send(_ header: inout Header, _ body: [UInt8], to route: [[UInt8]]) {
        header.instance = instance
        guard let encoded = try? header.encoded(),
            let reply = Reply(route: route, header: encoded, body: body)
        else { return counters.add("replies_dropped") }
        outbox.send(reply)
    }

    private func log(_ call: Call, status: String, _ worked: Int64) {
        logger.debug(
            "call", ["method": call.method, "status": status, "svc": String(worked)],
            traceparent: call.header.traceparent)
    }

    // MARK: The end

    func drain(_ then: @escaping () -> Void) {
        guard source != nil, drained == nil else { return then() }
        drained = then
        _ = loop.schedule(afterMilliseconds: settings.drainMilliseconds) { self.end() }
        readBatch()
    }

    /// Not at the instant of the last reply: a DEALER with `IMMEDIATE` drops what it received and has not read
    /// when its connection goes, so peers are given a moment to read.
    private func endWhenDrained() {
        guard drained != nil, source != nil, ending == nil, atWork.isEmpty, outbox.isEmpty else { return }
        ending = loop.schedule(atNanoseconds: lastAnswerNanoseconds + Self.graceNanoseconds) {
            self.ending = nil
            if self.atWork.isEmpty, self.outbox.isEmpty { self.end() } else { self.endWhenDrained() }
        }
    }

    /// The reactor ends under a responder that serves, or drains and must not wait for ever.
    private func stop() {
        if drained == nil { drained = {} }
        end()
    }

    private func end() {
        guard let source, let then = drained else { return }
        self.source = nil
        outbox.close()
        if let ending { loop.cancel(ending) }
        for work in atWork.values { work.task?.cancel() }
        // What was sent is flushed by libzmq after the close, for this long at most.
        try? router.set(.lingerMilliseconds(1000))
        loop.close(source)
        peers.close()
        then()
    }
}
