import WireProtocol

/// The part of a caller that lives on the reactor: its replicas, the calls that wait and those under way.
final class Calling {
    private let settings: CallerSettings
    private let counters: Counters
    private let resolver: any Resolver
    private var loop: ReactorLoop?
    private var replicas: Replicas?
    private var calls: [UInt64: Record] = [:]
    private var waiting = WaitingCalls()
    private var budget: RetryBudget
    private var random = SystemRandomNumberGenerator()
    private var retry: ReactorLoop.TimerID?
    private var meeting: ReactorLoop.TimerID?
    private var hasMet = false
    private var isClosed = false

    typealias Continuation = CheckedContinuation<Result<CallAnswer, CallError.Reason>, Never>

    /// By reference, so that a step of a call is one look into the table.
    private final class Record {
        let call: OutgoingCall
        let continuation: Continuation
        let deadline: ReactorLoop.TimerID
        /// Who has it; nil while it waits.
        var replica: RemoteCaller?
        var sentNanoseconds: UInt64 = 0
        var attempts = 0

        init(call: OutgoingCall, continuation: Continuation, deadline: ReactorLoop.TimerID) {
            self.call = call
            self.continuation = continuation
            self.deadline = deadline
        }
    }

    private static let retryMilliseconds = 2
    /// So long the first call waits for all replicas: what they answer from is compared before one of them is believed.
    private static let meetingMilliseconds = 100
    /// A call that was refused this often, or took its connection with it (too large for the service, say), is not
    /// sent again.
    private static let mostAttempts = 3

    init(_ settings: CallerSettings, counters: Counters, resolver: any Resolver) {
        self.settings = settings
        self.counters = counters
        self.resolver = resolver
        budget = RetryBudget(cap: settings.inFlightCap)
    }

    // MARK: Calls

    func begin(_ call: OutgoingCall, _ continuation: Continuation, on loop: ReactorLoop) {
        if isClosed { return continuation.resume(returning: .failure(.closed)) }
        connect(on: loop)
        budget.countCall()
        let id = call.id
        let deadline = loop.schedule(atNanoseconds: call.deadlineNanoseconds) { self.timeOut(id) }
        let record = Record(call: call, continuation: continuation, deadline: deadline)
        calls[id] = record
        if !waiting.isEmpty || !send(record) { wait(id) }
        replicas?.use()
        endHopeless()
    }

    func cancel(_ id: UInt64) {
        guard let record = calls[id] else { return }
        record.replica?.sendCancel(id)
        end(id, .failure(.cancelled))
    }

    private func timeOut(_ id: UInt64) {
        guard let record = calls[id] else { return }
        guard let replica = record.replica else {
            // Somebody who has shaken hands is there, and late.
            let isThere = record.attempts > 0 || all.contains { $0.health.state != .connecting }
            return end(id, .failure(isThere ? .deadlineExceeded : unreachable))
        }
        counters.add("timed_out")
        replica.sendCancel(id)
        end(id, .failure(.deadlineExceeded))
        if replica.health.missedCall() { suspect(replica) }
    }

    private var unreachable: CallError.Reason {
        guard !settings.waitsForService, let problem = replicas?.problem else { return .unreachable }
        return .notConnected(problem)
    }

    /// Ends the calls that would wait for nobody. One that was sent before may have been done: it waits on.
    private func endHopeless() {
        guard let problem = replicas?.problem, problem.isCertain,
            !settings.waitsForService || problem == .separateData
        else { return }
        for (id, record) in calls where record.replica == nil && record.attempts == 0 {
            end(id, .failure(.notConnected(problem)))
        }
    }

    /// The one way out of the table: every call ends exactly once.
    private func end(_ id: UInt64, _ outcome: Result<CallAnswer, CallError.Reason>) {
        guard let record = calls.removeValue(forKey: id) else { return }
        loop?.cancel(record.deadline)
        record.replica?.inFlight -= 1
        record.replica = nil
        record.continuation.resume(returning: outcome)
        waiting.sweep(living: calls.count) { calls[$0] != nil }
        sendWaiting()
    }

    // MARK: Sending

    /// False when no replica takes it now.
    private func send(_ record: Record, leaving left: RemoteCaller? = nil) -> Bool {
        guard let loop else { return true }
        if isMeeting(on: loop) || replicas?.haveSeparateData == true { return false }
        guard let replica = choose(but: left), replica.send(record.call, nowNanoseconds: loop.nowNanoseconds)
        else { return false }
        record.replica = replica
        record.sentNanoseconds = loop.nowNanoseconds
        record.attempts += 1
        replica.inFlight += 1
        return true
    }

    /// Takes a call off its replica and sends it once more.
    private func sendAgain(_ record: Record, leaving replica: RemoteCaller) {
        counters.add("retried")
        replica.inFlight -= 1
        record.replica = nil
        if !send(record, leaving: replica) { wait(record.call.id) }
    }

    private func isMeeting(on loop: ReactorLoop) -> Bool {
        if hasMet || all.isEmpty { return false }
        guard all.count > 1, replicas?.haveMet == false else {
            endMeeting()
            return false
        }
        if meeting == nil {
            meeting = loop.schedule(afterMilliseconds: Self.meetingMilliseconds) {
                self.endMeeting()
                self.sendWaiting()
            }
        }
        return true
    }

    private func endMeeting() {
        hasMet = true
        if let meeting { loop?.cancel(meeting) }
        meeting = nil
    }

    private func choose(but left: RemoteCaller?) -> RemoteCaller? {
        let all = all
        // No choice, so nothing to weigh.
        if all.count == 1 { return isFree(all[0]) ? all[0] : nil }
        let free = all.filter { $0 !== left && isFree($0) }
        let candidates = free.map {
            ReplicaChoice.Candidate(inFlight: $0.inFlight, latencyMicroseconds: $0.latency.microseconds)
        }
        return ReplicaChoice.pick(candidates, using: &random).map { free[$0] }
    }

    private var all: [RemoteCaller] { replicas?.all ?? [] }

    private func isFree(_ replica: RemoteCaller) -> Bool {
        replica.health.isReady && replica.inFlight < settings.inFlightCap
    }

    private func wait(_ id: UInt64) {
        waiting.append(id)
        scheduleRetry()
    }

    /// A full pipe says nothing when it has room again, so a timer asks.
    private func scheduleRetry() {
        guard retry == nil, let loop, all.contains(where: \.health.isReady) else { return }
        retry = loop.schedule(afterMilliseconds: Self.retryMilliseconds) {
            self.retry = nil
            self.sendWaiting()
        }
    }

    private func sendWaiting() {
        while let id = waiting.first {
            if let record = calls[id], !send(record) { return scheduleRetry() }
            waiting.removeFirst()
        }
    }

    // MARK: Answers

    private func take(_ header: Header, _ body: [UInt8], from replica: RemoteCaller) {
        guard let text = header.id, let id = UInt64(text), let record = calls[id], record.replica === replica
        else {
            return counters.add("late")
        }
        switch header.kind {
        case .reply:
            note(record, answeredBy: replica)
            end(id, .success(CallAnswer(header: header, body: body, endpoint: replica.endpoint)))
        case .fault:
            let fault = header.fault(body: body)
            if fault.code == "draining" { replica.health.saidDraining() }
            if isPassing(fault) {
                // Refusing is quick: as a latency it would draw more calls to who can do none.
                replica.answered(afterMicroseconds: nil)
                if tryElsewhere(record, leaving: replica) { return }
            } else {
                note(record, answeredBy: replica)
            }
            end(id, .success(CallAnswer(header: header, body: body, endpoint: replica.endpoint)))
        case .request, .cancel, .event, .heartbeat: counters.add("dropped")
        }
    }

    private func note(_ record: Record, answeredBy replica: RemoteCaller) {
        guard let loop else { return }
        replica.answered(
            afterMicroseconds: Double(loop.nowNanoseconds - min(record.sentNanoseconds, loop.nowNanoseconds))
                / 1000)
    }

    /// Nothing was done, and another replica may do it.
    private func isPassing(_ fault: Fault) -> Bool {
        fault.retryable && (fault.status == .unavailable || fault.status == .resourceExhausted)
    }

    /// Takes the call off a replica that cannot do it, when another one may; away from one that is ending also when
    /// the other is not there yet.
    private func tryElsewhere(_ record: Record, leaving replica: RemoteCaller) -> Bool {
        let isElsewhere = all.contains { $0 !== replica && (isFree($0) || replica.health.state == .draining) }
        guard record.call.isRepeatable, isElsewhere, mayTryAgain(record) else { return false }
        sendAgain(record, leaving: replica)
        return true
    }

    private func mayTryAgain(_ record: Record) -> Bool {
        record.attempts < Self.mostAttempts && budget.spend()
    }

    // MARK: Replicas

    private func connect(on loop: ReactorLoop) {
        guard self.loop == nil else { return }
        self.loop = loop
        loop.onStop { self.close() }
        let replicas = Replicas(
            settings, on: loop, counters: counters, isInUse: { !self.calls.isEmpty },
            tell: { event, replica in self.heed(event, of: replica) }, onUnresolved: { self.endHopeless() })
        self.replicas = replicas
        replicas.open(resolver)
    }

    private func heed(_ event: RemoteCaller.Event, of replica: RemoteCaller) {
        switch event {
        case .answer(let header, let body): take(header, body, from: replica)
        case .ready:
            endHopeless()
            sendWaiting()
        case .suspect: suspect(replica)
        case .lost: lose(replica)
        case .notConnected:
            endHopeless()
            sendWaiting()
        case .unreadable: counters.add("dropped")
        case .replaced: counters.add("replaced")
        }
    }

    /// The replica is passed over; what it has may still be answered, and what can be repeated goes elsewhere.
    private func suspect(_ replica: RemoteCaller) {
        counters.add("ejected")
        for record in calls.values where record.replica === replica {
            _ = tryElsewhere(record, leaving: replica)
        }
        replica.check()
    }

    /// The connection went: whatever was under way there ends or goes elsewhere, at once.
    private func lose(_ replica: RemoteCaller) {
        for (id, record) in calls.sorted(by: { $0.key < $1.key }) where record.replica === replica {
            guard record.call.isRepeatable else {
                end(id, .failure(.unknownOutcome))
                continue
            }
            guard mayTryAgain(record) else {
                end(id, .failure(.unreachable))
                continue
            }
            sendAgain(record, leaving: replica)
        }
        replicas?.lost()
    }

    func close() {
        isClosed = true
        if let retry { loop?.cancel(retry) }
        endMeeting()
        // First, so that a call which ends makes no room for another.
        waiting.removeAll()
        for id in Array(calls.keys) { end(id, .failure(.closed)) }
        replicas?.close()
        replicas = nil
    }
}
