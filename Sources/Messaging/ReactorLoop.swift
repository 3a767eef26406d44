import FoundationEssentials
import Threading
import ZeroMQ

/// The reactor's inside: sockets with what to do when they are ready, timers, and the loop itself.
///
/// Lives on the reactor's thread alone; commands and callbacks are lent it and must not keep it elsewhere.
final class ReactorLoop {
    typealias TimerID = TimerHeap<() -> Void>.Timer

    /// Names a socket that the loop waits on.
    struct SourceID: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct Source {
        let socket: Socket
        var interest: PollSet.Interest
        let onReady: (PollSet.Interest) -> Void
    }

    let context: Context
    let inbox: ReactorInbox
    private var sources: [SourceID: Source] = [:]
    private var timers = TimerHeap<() -> Void>()
    private var onStop: [() -> Void] = []
    private var nextSource = 0
    private var isStopping = false

    private var idle = IdleWatch(processors: ProcessInfo.processInfo.activeProcessorCount)

    /// How often new commands are taken before sockets have their turn.
    private static let mostPasses = 4

    private let poll = PollSet()
    /// The sources in the order of the poll set, behind the wake-up descriptor; nil when it must be built anew.
    private var polled: [SourceID]?

    init(context: Context, inbox: ReactorInbox) {
        self.context = context
        self.inbox = inbox
    }

    /// Nanoseconds of the monotonic clock, read once in a round: good to a fraction of a millisecond.
    private(set) var nowNanoseconds = MonotonicTime.nowNanoseconds
    private var standstill = Standstill(nowNanoseconds: MonotonicTime.nowNanoseconds)

    /// When a message that is found in this round came in, at the worst: see `Standstill`.
    var arrivalNanoseconds: UInt64 { standstill.arrival(nowNanoseconds: nowNanoseconds) }

    private func lookAtClock() {
        nowNanoseconds = MonotonicTime.nowNanoseconds
        standstill.seen(nowNanoseconds: nowNanoseconds)
    }

    // MARK: Sockets

    /// Calls `onReady` whenever the socket is ready. It must read in bounded batches; what it leaves is found
    /// again in the next round, so no socket starves another.
    func add(
        _ socket: Socket, _ interest: PollSet.Interest = .readable,
        onReady: @escaping (PollSet.Interest) -> Void
    ) -> SourceID {
        let id = SourceID(number: nextSource)
        nextSource += 1
        sources[id] = Source(socket: socket, interest: interest, onReady: onReady)
        polled = nil
        return id
    }

    func setInterest(_ interest: PollSet.Interest, of id: SourceID) {
        guard let current = sources[id]?.interest, current != interest else { return }
        sources[id]?.interest = interest
        polled = nil
    }

    /// Stops waiting on the socket and closes it.
    func close(_ id: SourceID) {
        guard let source = sources.removeValue(forKey: id) else { return }
        polled = nil
        source.socket.close()
    }

    // MARK: Timers

    func schedule(afterMilliseconds delay: Int, _ action: @escaping () -> Void) -> TimerID {
        let now = MonotonicTime.nowNanoseconds
        return timers.add(atNanoseconds: now + UInt64(max(0, delay)) * 1_000_000, action)
    }

    func schedule(atNanoseconds due: UInt64, _ action: @escaping () -> Void) -> TimerID {
        timers.add(atNanoseconds: due, action)
    }

    func cancel(_ timer: TimerID) { timers.cancel(timer) }

    // MARK: The loop

    /// Called when the reactor ends, before its sockets are closed: the place to fail what still waits.
    func onStop(_ action: @escaping () -> Void) { onStop.append(action) }

    func stop() { isStopping = true }

    func run() {
        while !isStopping { runRound() }
        for command in inbox.close() { command.run(on: self) }
        for action in onStop { action() }
        // A socket before the monitor that was added after it: libzmq waits for ever to tell one that is gone.
        for id in sources.keys.sorted(by: { $0.number < $1.number }) { close(id) }
    }

    private func runRound() {
        let areSomeLeft = runCommands()
        runTimers()
        if isStopping { return }
        buildPollSet()
        let isWatching = !areSomeLeft && idle.isWorthwhile(nowNanoseconds: nowNanoseconds)
        if isWatching { letOthersRun() }
        let mustLook = areSomeLeft || isWatching || !inbox.fallAsleep()
        wait(timeoutMilliseconds: mustLook ? 0 : millisecondsToWait())
        runReadySources()
    }

    /// Commands that come of commands are run at once, for a while: a task on this thread makes a call, and the call
    /// is sent.
    ///
    /// - Returns: whether some are left for the next round.
    private func runCommands() -> Bool {
        for _ in 0..<Self.mostPasses {
            let commands = inbox.take()
            if commands.isEmpty { return false }
            idle.ended(nowNanoseconds: MonotonicTime.nowNanoseconds)
            for command in commands { command.run(on: self) }
        }
        return true
    }

    private func runTimers() {
        lookAtClock()
        while let action = timers.popDue(nowNanoseconds: nowNanoseconds) { action() }
    }

    /// Rounded up, so that a timer is due when the wait ends; never so long that a standstill would not show.
    private func millisecondsToWait() -> Int {
        let longest = Standstill.longestWaitMilliseconds
        guard let due = timers.earliestNanoseconds else { return longest }
        let now = MonotonicTime.nowNanoseconds
        return due <= now ? 0 : min(longest, Int((due - now + 999_999) / 1_000_000))
    }

    private func buildPollSet() {
        guard polled == nil else { return }
        poll.removeAll()
        poll.append(descriptor: inbox.wakeUp.descriptor, .readable)
        var order: [SourceID] = []
        for (id, source) in sources.sorted(by: { $0.key.number < $1.key.number }) {
            // A socket that its owner closed without telling is left out, not an end of the loop.
            guard !source.interest.isEmpty, (try? poll.append(source.socket, source.interest)) != nil else {
                continue
            }
            order.append(id)
        }
        polled = order
    }

    private func wait(timeoutMilliseconds: Int) {
        do {
            _ = try poll.wait(timeoutMilliseconds: timeoutMilliseconds)
        } catch {
            // A socket of the set was closed: build it anew without it.
            polled = nil
        }
        inbox.awake()
        if polled != nil, poll.ready(at: 0).contains(.readable) { inbox.wakeUp.drain() }
        lookAtClock()
    }

    private func runReadySources() {
        guard let order = polled else { return }
        for (index, id) in order.enumerated() {
            let ready = poll.ready(at: index + 1)
            // An earlier callback of this round may have closed it.
            guard !ready.isEmpty, let source = sources[id] else { continue }
            idle.ended(nowNanoseconds: nowNanoseconds)
            source.onReady(ready)
        }
    }
}
