import Contracts
import Messaging
import Threading
import WireProtocol

/// The locked quotes that orders are made of: each is used once, first those that were locked ahead.
final class LockedQuotes: Sendable {
    /// What it takes to place one.
    struct Ready: Sendable {
        /// Nil when pricing gave none.
        let token: String?
        let total: Amount
    }

    private let pricing: ShopConnections
    private let skus: [Sku]
    private let currency: Currency
    private let ahead = Locked<[Ready]>([])

    private static let lockedAtOnce = 64

    /// - Parameter skus: the basket has three of them in turn.
    init(pricing: ShopConnections, skus: [Sku], currency: Currency) {
        self.pricing = pricing
        self.skus = skus
        self.currency = currency
    }

    func lockAhead(_ count: Int) async throws {
        try await withThrowingTaskGroup { group in
            for first in 0..<min(count, Self.lockedAtOnce) {
                group.addTask {
                    for number in stride(from: first, to: count, by: Self.lockedAtOnce) {
                        let quote = try await self.lock(number)
                        self.ahead.withLock { $0.append(quote) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// - Parameter number: chooses the basket where none is ready.
    func take(_ number: Int) async throws(CallError) -> Ready {
        if let ready = ahead.withLock({ $0.popLast() }) { return ready }
        return try await lock(number)
    }

    private func lock(_ number: Int) async throws(CallError) -> Ready {
        let basket = QuoteBasket(
            currency: currency,
            lines: (0..<3).map { BasketLine(sku: skus[(number + $0) % skus.count], quantity: 1) },
            destination: Destination(country: "US", postalCode: "62701"), lock: true)
        let quote = try await pricing.call(basket)
        return Ready(token: quote.token, total: quote.total)
    }
}
