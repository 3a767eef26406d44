import Contracts
import Messaging
import Synchronization
import Threading
import WireProtocol

/// Orders: each places a locked quote under a key of its own; some are sent twice, as a client does that heard
/// nothing. Without quotes that were locked ahead, each locks its own.
final class OrderWorkload: Workload {
    let name = "order"
    private let pricing: ShopConnections
    private let checkout: ShopConnections
    private let run: String
    private let skus: [Sku]
    private let currency: Currency
    private let quotes: LockedQuotes
    private let lockedAhead: Int
    private let started = Atomic(0)
    private let sold = Locked<[Sku: Int64]>([:])
    private let broken = Locked<[String]>([])
    private let placed = Locked<[String]>([])
    /// Keys of orders whose answer was lost: they may have been placed.
    private let unknown = Locked<[String]>([])

    private static let stock: Int64 = 1_000_000_000
    /// Every so manieth order is sent again with its key.
    private static let repeatEvery = 50

    /// - Parameters:
    ///   - run: names the things of this run, so that it finds none of an earlier one's.
    ///   - lockedAhead: how many quotes are locked before the measuring.
    init(
        pricing: ShopConnections, checkout: ShopConnections, run: String, currency: Currency, lockedAhead: Int
    ) {
        self.pricing = pricing
        self.checkout = checkout
        self.run = run
        self.currency = currency
        self.lockedAhead = lockedAhead
        skus = (0..<20).compactMap { Sku("bench-\(run)-\($0)") }
        quotes = LockedQuotes(pricing: pricing, skus: skus, currency: currency)
    }

    /// Things of its own to sell, so that the shop's own stock stays what it is.
    func prepare() async throws {
        let price = PricePeriod(currency: currency, unitPrice: 100)
        _ = try await pricing.call(PutOffers(offers: skus.map { OfferDefinition(sku: $0, prices: [price]) }))
        _ = try await checkout.call(
            Restock(changes: skus.map { StockChange(sku: $0, set: Quantity(Self.stock)) }),
            key: "\(run)-stock")
        try await quotes.lockAhead(lockedAhead)
    }

    func perform(_ number: Int) async -> OutcomeClass {
        do throws(CallError) {
            let quote = try await quotes.take(number)
            guard let token = quote.token else { return .error }
            return await place(
                PlaceOrder(
                    token: token, expectedTotal: quote.total, customer: .bench,
                    address: Address(
                        street: "1 Load Street", city: "Springfield", postalCode: "62701", country: "US"),
                    payment: PaymentChoice(method: "offline")))
        } catch {
            return OutcomeClass(error)
        }
    }

    private func place(_ request: PlaceOrder) async -> OutcomeClass {
        let number = started.add(1, ordering: .relaxed).oldValue
        let key = "\(run)-\(number)"
        do throws(CallError) {
            let order = try await checkout.call(request, key: key)
            count(order)
            if number.isMultiple(of: Self.repeatEvery) {
                let again = try await checkout.call(request, key: key)
                if again.id != order.id { note("key \(key) made two orders, \(order.id) and \(again.id)") }
            }
            return .done
        } catch {
            if case .fault = error.reason {} else { unknown.withLock { $0.append(key) } }
            return OutcomeClass(error)
        }
    }

    private func count(_ order: Order) {
        let sum = order.lines.reduce(0) { $0 + $1.total.minorUnits }
        if sum != order.total.minorUnits {
            note("order \(order.number): the lines add up to \(sum), the total is \(order.total.minorUnits)")
        }
        placed.withLock { $0.append(order.id) }
        sold.withLock { sold in
            for line in order.lines { sold[line.sku, default: 0] += line.quantity.value }
        }
    }

    private func note(_ problem: String) { broken.withLock { $0.append(problem) } }

    /// Stock taken is what was sold. An order whose answer was lost may have been placed, so with such the stock
    /// may have fallen by more.
    func brokenInvariants() async -> [String] {
        let lost = unknown.withLock { $0.count }
        do throws(CallError) {
            for level in try await checkout.call(GetStock(skus: skus)).levels {
                let taken = Self.stock - level.onHand.value
                let counted = sold.withLock { $0[level.sku] ?? 0 }
                if taken < counted || (lost == 0 && taken != counted) {
                    note("\(level.sku): \(counted) were sold, \(taken) were taken from stock")
                }
            }
        } catch {
            // Whoever is not there is told of as such: no promise is broken by that.
            if case .fault = error.reason { note("the stock cannot be checked: \(error)") }
        }
        return broken.withLock { $0 }
    }

    var services: [ShopConnections] { [pricing, checkout] }

    func cleanUp() async -> String? {
        await OrderCleanup(pricing: pricing, checkout: checkout, run: run, skus: skus)
            .take(placed.withLock { $0 }, lostKeys: unknown.withLock { $0 })
    }

    var messageBytes: MessageBytes? { nil }
}
