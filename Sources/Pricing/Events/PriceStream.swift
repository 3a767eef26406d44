import Contracts
package import Messaging
import Threading
import WireProtocol

/// Publishes the stream `prices`: when somebody changes an offer, and when a scheduled price starts or ends.
package final class PriceStream: Sendable {
    private struct State {
        var schedule = PriceSchedule()
        /// The book as it is now; nil before the shop is open.
        var book: (@Sendable () -> PriceBook)?
        var isFollowing = false
        /// The latest instant at which prices were told: what starts or ends after it was not told yet.
        var toldBy = Timestamp(milliseconds: .min)
        /// Sleeps until the first instant of the schedule, or the next look at the clock.
        var alarm: Task<Void, Never>?
        var alarmInstant: Timestamp?
    }

    private let stream: MemoryStream
    private let time: any TimeSource
    private let logger: Logger
    /// The lock makes reading the book and publishing one step: the last event of a sku is its last state.
    private let state = Locked(State())

    /// The machine's clock may be set while we sleep, forward or back, so it is looked at again each second.
    private static let longestSleepMilliseconds: Int64 = 1000

    package init(_ stream: MemoryStream, time: any TimeSource, logger: Logger = Logger()) {
        self.stream = stream
        self.time = time
        self.logger = logger
    }

    /// - Parameter book: gives the book as it is when it is called.
    func open(_ book: @escaping @Sendable () -> PriceBook) {
        let now = time.now()
        state.withLock { state in
            state.book = book
            state.toldBy = now
            for entry in book().entries {
                state.schedule.set(entry.nextBoundary(after: now), for: entry.sku)
            }
        }
        stream.answerSnapshots { [time] in
            let now = time.now()
            return StreamSnapshot(of: book().entries) { try Self.entry($0.change(at: now), at: now) }
        }
    }

    /// Tells of changes that are in the book by now; called in the order of the store.
    func tell(_ changes: OfferChanges) {
        let now = time.now()
        state.withLock { state in
            guard let book = state.book?() else { return }
            for offer in changes.saved { publish(offer.sku, of: book, at: now, &state.schedule) }
            for sku in changes.removed { publish(sku, of: book, at: now, &state.schedule) }
            state.toldBy = max(state.toldBy, now)
            setAlarm(&state, now)
        }
    }

    // MARK: The schedule

    /// Publishes from now on each price at the instant at which it starts or ends.
    package func followSchedule() {
        state.withLock { $0.isFollowing = true }
        publishDue()
    }

    /// Ends what `followSchedule` began.
    package func close() {
        state.withLock { state in
            state.isFollowing = false
            state.alarm?.cancel()
            state.alarm = nil
        }
    }

    /// Publishes what has started or ended by now, and what has not yet after all when the clock was set back.
    package func publishDue() {
        let now = time.now()
        state.withLock { state in
            guard let book = state.book?() else { return }
            if now < state.toldBy {
                for entry in book.entries {
                    state.schedule.set(entry.nextBoundary(after: now), for: entry.sku)
                }
                for due in state.schedule.due(by: state.toldBy) {
                    publish(due.sku, of: book, at: now, &state.schedule)
                }
            }
            for due in state.schedule.due(by: now) { publish(due.sku, of: book, at: now, &state.schedule) }
            state.toldBy = now
            state.alarm?.cancel()
            state.alarm = nil
            setAlarm(&state, now)
        }
    }

    private func setAlarm(_ state: inout State, _ now: Timestamp) {
        let first = state.schedule.first()
        guard state.isFollowing, state.alarm == nil || first != state.alarmInstant else { return }
        state.alarm?.cancel()
        state.alarmInstant = first
        let left = first.map { max(0, $0.milliseconds - now.milliseconds) }
        let longest = min(left ?? .max, Self.longestSleepMilliseconds)
        state.alarm = Task { [weak self] in
            guard (try? await pause(milliseconds: Int(longest))) != nil else { return }
            self?.publishDue()
        }
    }

    private func publish(_ sku: Sku, of book: PriceBook, at now: Timestamp, _ schedule: inout PriceSchedule) {
        let offer = book[sku]
        schedule.set(offer?.nextBoundary(after: now), for: sku)
        do throws(Fault) {
            guard let offer else {
                stream.publish(try Self.removal(of: sku, at: now))
                return
            }
            stream.publish(try Self.entry(offer.change(at: now), at: now))
        } catch {
            logger.error("a price cannot be told", ["sku": sku.text, "error": error.message])
        }
    }

    /// An offer that is too much for an event is told without its prices and options, but for those that hold now.
    static func entry(_ change: PriceChange, at now: Timestamp) throws(Fault) -> StreamEntry {
        let (type, sku) = (ShopEvent.priceChanged.rawValue, change.offer.sku)
        let entry = try StreamEntry(type: type, key: sku.text, time: now, change)
        guard entry.body.count > Bounds.pageBytes else { return entry }
        var brief = change
        brief.offer = OfferDefinition(sku: sku, prices: [])
        return try StreamEntry(type: type, key: sku.text, time: now, brief)
    }

    private static func removal(of sku: Sku, at now: Timestamp) throws(Fault) -> StreamEntry {
        try StreamEntry(
            type: ShopEvent.offerRemoved.rawValue, key: sku.text, time: now, RemovedSku(sku: sku))
    }
}
