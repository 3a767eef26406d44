import WireProtocol

/// The part of a caller that lives on the reactor: its replicas, the calls that wait and those under way.
final class Calling {
    private let settings: CallerSettings
    private let counters: Counters
    private var loop: ReactorLoop?
    private var replicas: [RemoteCaller] = []
    private var calls: [UInt64: Record] = [:]
    private var waiting = WaitingCalls()
    private var budget: RetryBudget
    private var random = SystemRandomNumberGenerator()
    private var retry: ReactorLoop.TimerID?
    private var isClosed = false

    typealias Continuation = CheckedContinuation<Result<CallAnswer, CallError.Reason>, Never>

    private struct Record {
        let call: OutgoingCall
        let continuation: Continuation
        let deadline: ReactorLoop.TimerID
        /// The replica that has it, an index into `replicas`; nil while it waits.
        var replica: Int?
        var sentNanoseconds: UInt64 = 0
        var wasSent = false
        /// How many connections went while it was under way there.
        var losses = 0
    }

    private static let retryMilliseconds = 2
    /// A call that takes its connection with it this often (too large for the service, say) is not sent again.
    private static let mostLosses = 3

    init(_ settings: CallerSettings, counters: Counters) {
        self.settings = settings
        self.counters = counters
        budget = RetryBudget(cap: settings.inFlightCap)
    }

    // MARK: Calls

    func begin(_ call: OutgoingCall, _ continuation: Continuation, on loop: ReactorLoop) {
        if isClosed { return continuation.resume(returning: .failure(.closed)) }
        connect(on: loop)
        budget.countCall()
        let id = call.id
        let deadline = loop.schedule(atNanoseconds: call.deadlineNanoseconds) { self.timeOut(id) }
        calls[id] = Record(call: call, continuation: continuation, deadline: deadline)
        if !waiting.isEmpty || !send(id) { wait(id) }
    }

    func cancel(_ id: UInt64) {
        guard let record = calls[id] else { return }
        if let index = record.replica { replicas[index].sendCancel(id) }
        end(id, .failure(.cancelled))
    }

    private func timeOut(_ id: UInt64) {
        guard let record = calls[id] else { return }
        guard let index = record.replica else {
            return end(id, .failure(record.wasSent ? .deadlineExceeded : .unreachable))
        }
        counters.add("timed_out")
        replicas[index].sendCancel(id)
        end(id, .failure(.deadlineExceeded))
        if replicas[index].health.missedCall() { suspect(index) }
    }

    /// The one way out of the table: every call ends exactly once.
    private func end(_ id: UInt64, _ outcome: Result<CallAnswer, CallError.Reason>) {
        guard let record = calls.removeValue(forKey: id) else { return }
        loop?.cancel(record.deadline)
        if let index = record.replica { replicas[index].inFlight -= 1 }
        record.continuation.resume(returning: outcome)
        waiting.sweep(living: calls.count) { calls[$0] != nil }
        sendWaiting()
    }

    // MARK: Sending

    /// False when no replica takes it now.
    private func send(_ id: UInt64) -> Bool {
        guard let loop, let record = calls[id] else { return true }
        guard let index = choose(), replicas[index].send(record.call, nowNanoseconds: loop.nowNanoseconds)
        else { return false }
        calls[id]?.replica = index
        calls[id]?.sentNanoseconds = loop.nowNanoseconds
        calls[id]?.wasSent = true
        replicas[index].inFlight += 1
        return true
    }

    /// Takes a call off its replica and sends it once more.
    private func sendAgain(_ id: UInt64, leaving index: Int) {
        counters.add("retried")
        replicas[index].inFlight -= 1
        calls[id]?.replica = nil
        if !send(id) { wait(id) }
    }

    private func choose() -> Int? {
        if replicas.count == 1 { return isFree(0) ? 0 : nil }
        let free = replicas.indices.filter(isFree)
        let candidates = free.map { index in
            ReplicaChoice.Candidate(
                inFlight: replicas[index].inFlight, latencyMicroseconds: replicas[index].latencyMicroseconds)
        }
        return ReplicaChoice.pick(candidates, using: &random).map { free[$0] }
    }

    private func isFree(_ index: Int) -> Bool {
        replicas[index].health.isReady && replicas[index].inFlight < settings.inFlightCap
    }

    private func wait(_ id: UInt64) {
        waiting.append(id)
        scheduleRetry()
    }

    /// A full pipe says nothing when it has room again, so a timer asks.
    private func scheduleRetry() {
        guard retry == nil, let loop, replicas.contains(where: \.health.isReady) else { return }
        retry = loop.schedule(afterMilliseconds: Self.retryMilliseconds) {
            self.retry = nil
            self.sendWaiting()
        }
    }

    private func sendWaiting() {
        while let id = waiting.first {
            guard send(id) else { return scheduleRetry() }
            waiting.removeFirst()
        }
    }

    // MARK: Answers

    private func take(_ header: Header, _ body: [UInt8], from index: Int) {
        guard let text = header.id, let id = UInt64(text), let record = calls[id], record.replica == index
        else {
            return counters.add("late")
        }
        switch header.kind {
        case .reply:
            note(record, answeredBy: index)
            end(id, .success(CallAnswer(header: header, body: body)))
        case .fault:
            note(record, answeredBy: index)
            let fault = header.fault(body: body)
            if fault.code == "draining" { replicas[index].health.saidDraining() }
            if isPassing(fault), tryElsewhere(id, record, leaving: index) { return }
            end(id, .success(CallAnswer(header: header, body: body)))
        case .request, .cancel, .event, .heartbeat: counters.add("dropped")
        }
    }

    private func note(_ record: Record, answeredBy index: Int) {
        guard let loop else { return }
        replicas[index].answered(
            afterMicroseconds: Double(loop.nowNanoseconds - min(record.sentNanoseconds, loop.nowNanoseconds))
                / 1000)
    }

    /// Nothing was done, and another replica may do it.
    private func isPassing(_ fault: Fault) -> Bool {
        fault.retryable && (fault.status == .unavailable || fault.status == .resourceExhausted)
    }

    /// Takes the call off a replica that cannot do it, when another one may.
    private func tryElsewhere(_ id: UInt64, _ record: Record, leaving index: Int) -> Bool {
        let isElsewhere = replicas.indices.contains { $0 != index && isFree($0) }
        guard record.call.isRepeatable, isElsewhere, budget.spend() else { return false }
        sendAgain(id, leaving: index)
        return true
    }

    // MARK: Replicas

    private func connect(on loop: ReactorLoop) {
        guard self.loop == nil else { return }
        self.loop = loop
        loop.onStop { self.close() }
        replicas = settings.endpoints.enumerated().map { index, endpoint in
            RemoteCaller(endpoint, settings, on: loop) { event in self.heed(event, of: index) }
        }
        for replica in replicas { replica.open() }
    }

    private func heed(_ event: RemoteCaller.Event, of index: Int) {
        switch event {
        case .answer(let header, let body): take(header, body, from: index)
        case .ready: sendWaiting()
        case .suspect: suspect(index)
        case .lost: lose(index)
        case .unreadable: counters.add("dropped")
        case .replaced: counters.add("replaced")
        }
    }

    /// The replica is passed over; what it has may still be answered, and what can be repeated goes elsewhere.
    private func suspect(_ index: Int) {
        counters.add("ejected")
        for (id, record) in calls where record.replica == index {
            _ = tryElsewhere(id, record, leaving: index)
        }
        replicas[index].check()
    }

    /// The connection went: whatever was under way there ends or goes elsewhere, at once.
    private func lose(_ index: Int) {
        for (id, record) in calls.sorted(by: { $0.key < $1.key }) where record.replica == index {
            guard record.call.isRepeatable else {
                end(id, .failure(.unknownOutcome))
                continue
            }
            calls[id]?.losses += 1
            guard record.losses + 1 < Self.mostLosses, budget.spend() else {
                end(id, .failure(.unreachable))
                continue
            }
            sendAgain(id, leaving: index)
        }
    }

    func close() {
        isClosed = true
        if let retry { loop?.cancel(retry) }
        // First, so that a call which ends makes no room for another.
        waiting.removeAll()
        for id in Array(calls.keys) { end(id, .failure(.closed)) }
        for replica in replicas { replica.close() }
        replicas = []
    }
}
