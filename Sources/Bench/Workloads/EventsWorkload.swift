import Contracts
import Messaging
import Threading
import WireProtocol

/// Price changes, and how long after the answer each one's event arrives at a subscriber that was there all along.
///
/// An event that overtakes its answer counts as 0.
final class EventsWorkload: Workload {
    let name = "events"
    private let pricing: ShopConnections
    private let subscriber: Subscriber
    private let run: String
    private let skus: [Sku]
    private let currency: Currency
    private let timeoutMilliseconds: Int
    private let state = Locked(State())

    private struct State {
        var isCurrent = false
        var arrived: [String: UInt64] = [:]
        var waiting: [String: CheckedContinuation<UInt64?, Never>] = [:]
        var published = 0
        var received = 0
        var broken: [String] = []
    }

    /// As many as keep two changes of one sku seconds apart at usual rates.
    private static let skuCount = 500

    init(
        _ pricing: ShopConnections, at endpoints: [Endpoint], run: String, currency: Currency,
        timeoutMilliseconds: Int, reactor: Reactor
    ) {
        self.pricing = pricing
        self.run = run
        self.currency = currency
        self.timeoutMilliseconds = timeoutMilliseconds
        skus = (0..<Self.skuCount).compactMap { Sku("bench-\(run)-\($0)") }
        subscriber = Subscriber(
            SubscriberSettings(
                service: "pricing", endpoints: endpoints, streams: [StreamSelection("prices", from: .now)]),
            reactor: reactor)
    }

    func prepare() async throws {
        let price = PricePeriod(currency: currency, unitPrice: 1)
        _ = try await pricing.call(PutOffers(offers: skus.map { OfferDefinition(sku: $0, prices: [price]) }))
        Task { await listen() }
        let limit = MonotonicClock.now + 10_000_000_000
        while !state.withLock({ $0.isCurrent }) {
            guard MonotonicClock.now < limit else { throw NotFollowing() }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// The stream of prices cannot be followed.
    struct NotFollowing: Error, CustomStringConvertible {
        let description = "pricing's events do not come; is its --events address reachable?"
    }

    private func listen() async {
        for await update in subscriber {
            switch update.change {
            case .event(let event): arrive(event.key)
            case .current: state.withLock { $0.isCurrent = true }
            case .stale(let reason): note("the subscriber lost its place: \(reason.rawValue)")
            case .reset, .snapshot: break
            }
        }
    }

    private func arrive(_ key: String) {
        let now = MonotonicClock.now
        let continuation = state.withLock { state -> CheckedContinuation<UInt64?, Never>? in
            guard key.hasPrefix("bench-\(run)-") else { return nil }
            state.received += 1
            if let waiting = state.waiting.removeValue(forKey: key) { return waiting }
            state.arrived[key] = now
            return nil
        }
        continuation?.resume(returning: now)
    }

    func perform(_ number: Int) async -> OutcomeClass { await measure(number).outcome }

    func measure(_ number: Int) async -> Performed {
        let sku = skus[number % skus.count]
        let price = SetPrice(sku: sku, currency: currency, unitPrice: Amount(Int64(number % 100_000) + 2))
        state.withLock { $0.arrived[sku.text] = nil }
        do throws(CallError) {
            _ = try await pricing.call(price, key: "\(run)-\(number)")
        } catch {
            return Performed(outcome: OutcomeClass(error))
        }
        let answered = MonotonicClock.now
        state.withLock { $0.published += 1 }
        guard let arrived = await arrival(of: sku.text) else {
            note("the event of \(sku) did not come in time")
            return Performed(outcome: .late)
        }
        return Performed(outcome: .done, nanoseconds: arrived > answered ? arrived - answered : 0)
    }

    /// When the event came; nil when it does not come in time.
    private func arrival(of key: String) async -> UInt64? {
        let timeout = Task {
            try await Task.sleep(for: .milliseconds(timeoutMilliseconds))
            state.withLock { $0.waiting.removeValue(forKey: key) }?.resume(returning: nil)
        }
        defer { timeout.cancel() }
        return await withCheckedContinuation { continuation in
            let arrived = state.withLock { state -> UInt64? in
                if let arrived = state.arrived.removeValue(forKey: key) { return arrived }
                state.waiting[key] = continuation
                return nil
            }
            if let arrived { continuation.resume(returning: arrived) }
        }
    }

    private func note(_ problem: String) { state.withLock { $0.broken.append(problem) } }

    /// Each change that was answered was told once.
    func brokenInvariants() async -> [String] {
        let (published, received, broken) = state.withLock { ($0.published, $0.received, $0.broken) }
        let uneven = published == received ? [] : ["\(published) prices were set, \(received) events came"]
        return broken + uneven
    }

    var services: [ShopConnections] { [pricing] }

    var messageBytes: MessageBytes? { nil }
}
