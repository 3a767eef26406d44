import Contracts
import Foundation
import Messaging
import Testing
import Threading

extension RealProcesses {
    /// That an answer also outlives its token is shown in checkout's own tests, where time can be moved.
    @Suite struct KilledCheckout {
        private static let start: Int64 = 1000

        /// An order that was acknowledged.
        private struct Placed {
            let key: String
            let request: PlaceOrder
            let order: Order
        }

        @Test func `200 orders outlive kill -9 at random moments, each exactly once`() async throws {
            try await ShopProcesses.open([.pricing, .checkout]) { shop in
                let buyer = try Buyer(shop)
                try await buyer.setStock("strawberry", Self.start)
                var killer = Killer(shop, kills: 12, among: 200)
                var placed: [Placed] = []
                for number in 0..<200 {
                    let request = try await buyer.request("strawberry", Int64(number % 3 + 1))
                    let key = "order-\(number)"
                    let order = try await killer.strike(
                        during: number, hits: buyer.checkout.counters["retried"]
                    ) {
                        try await buyer.place(request, key: key)
                    }
                    placed.append(Placed(key: key, request: request, order: order))
                }
                #expect(buyer.checkout.counters["retried"] >= Killer.leastHits, "the kills hit nothing")
                try await check(placed, buyer)
                try await shop.killAndRestart(.checkout)
                try await check(placed, buyer)
            }
        }

        /// A commit is several writes and a sync, an answer is sent after them: each one is the last for once.
        @Test func `orders outlive the end of the process at each of their system calls`() async throws {
            let ends = [
                ("pwrite64", [1, 2, 3, 6, 11, 17, 24, 40]), ("fdatasync", [1, 2, 3, 4]),
                ("sendto", [4, 6, 7, 8, 9]),
            ]
            try await ShopProcesses.open([.pricing, .checkout]) { shop in
                let buyer = try Buyer(shop)
                try await buyer.setStock("strawberry", Self.start)
                var placed: [Placed] = []
                for (call, counts) in ends {
                    for count in counts {
                        try await shop.end(.checkout)
                        try shop.start(.checkout, tracer: SystemCallTrace.command(killingAt: call, count))
                        placed += try await orderUntilItEnds(shop, buyer, "\(call)-\(count)")
                        try await check(placed, buyer)
                    }
                }
            }
        }

        /// Places orders until checkout is gone, and lets the last one find it again.
        private func orderUntilItEnds(
            _ shop: ShopProcesses, _ buyer: Buyer, _ name: String
        ) async throws -> [Placed] {
            let process = try shop.process(.checkout)
            var placed: [Placed] = []
            while true {
                let request = try await buyer.request("strawberry", 1)
                let key = "\(name)-\(placed.count)"
                let isAnswered = Locked(false)
                let answer = Task {
                    defer { isAnswered.withLock { $0 = true } }
                    return try await buyer.place(request, key: key)
                }
                try await eventually("\(key) is answered or killed") {
                    isAnswered.withLock { $0 } || !process.isRunning
                }
                let isOver = !process.isRunning
                if isOver {
                    #expect(try await process.end() == .signal(SIGKILL))
                    try shop.start(.checkout)
                    try await shop.awaitServing(.checkout)
                }
                placed.append(Placed(key: key, request: request, order: try await answer.value))
                if isOver { return placed }
                try #require(placed.count < 30, "\(name) never comes")
            }
        }

        /// No acknowledged order is lost, none is doubled, and the stock adds up.
        private func check(_ placed: [Placed], _ buyer: Buyer) async throws {
            for placed in placed {
                #expect(try await buyer.place(placed.request, key: placed.key) == placed.order)
                #expect(try await buyer.checkout.call(FindOrder(key: placed.key)) == placed.order)
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
