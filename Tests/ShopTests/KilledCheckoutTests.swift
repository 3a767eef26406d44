import Contracts
import Foundation
import Messaging
import Testing
import Threading

extension RealProcesses {
    /// That the answer also outlives its token is shown in checkout's own tests, where time can be moved.
    @Suite struct KilledCheckout {
        private static let orders = 200
        private static let kills = 12
        private static let start: Int64 = 1000

        @Test func `orders outlive kill -9 at random moments, each exactly once`() async throws {
            try await ShopProcesses.open([.pricing, .checkout]) { shop in
                let buyer = try Buyer(shop)
                try await buyer.setStock("strawberry", Self.start)
                let killer = Killer(shop, kills: Self.kills, among: Self.orders)
                var placed: [(key: String, request: PlaceOrder, order: Order)] = []
                for number in 0..<Self.orders {
                    let key = "order-\(number)"
                    let request = try await buyer.request("strawberry", Int64(number % 3 + 1))
                    async let answer = buyer.place(request, key: key)
                    try await killer.strike(during: number)
                    placed.append((key, request, try await answer))
                }
                #expect(buyer.checkout.counters["retried"] > 0, "no kill hit a call")
                try await check(placed, buyer)
                try await shop.killAndRestart(.checkout)
                try await check(placed, buyer)
            }
        }

        /// No acknowledged order is lost, none is doubled, and the stock adds up.
        private func check(
            _ placed: [(key: String, request: PlaceOrder, order: Order)], _ buyer: Buyer
        ) async throws {
            for (key, request, order) in placed {
                #expect(try await buyer.place(request, key: key) == order)
                #expect(try await buyer.checkout.call(FindOrder(key: key)) == order)
            }
            let kept = try await buyer.orders()
            #expect(kept.count == placed.count)
            #expect(Set(kept.map(\.id)) == Set(placed.map(\.order.id)))
            #expect(Set(kept.map(\.number)).count == placed.count)
            let sold = kept.flatMap(\.lines).reduce(0) { $0 + $1.quantity.value }
            #expect(try await buyer.available("strawberry") + sold == Self.start)
        }
    }
}

/// Kills checkout while some of the orders are under way, at a moment that nobody can foresee.
private struct Killer {
    private let shop: ShopProcesses
    private let victims: Set<Int>

    init(_ shop: ShopProcesses, kills: Int, among orders: Int) {
        self.shop = shop
        victims = Set((0..<orders).shuffled().prefix(kills))
    }

    func strike(during number: Int) async throws {
        guard victims.contains(number) else { return }
        // The length of one order, near enough: before it arrives, while it is written, after it is answered.
        try await Task.sleep(for: .microseconds(Int.random(in: 0...6000)))
        try await shop.killAndRestart(.checkout)
    }
}
