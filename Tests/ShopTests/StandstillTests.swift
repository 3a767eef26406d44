import Contracts
import Foundation
import Testing
import WireProtocol
import ZeroMQ

extension RealProcesses {
    /// A service that was stopped and goes on does not do what nobody waits for any more.
    @Suite struct Standstills {
        @Test func `an order sent to a frozen checkout is not placed after its time, and may be repeated`()
            async throws
        {
            try await ShopProcesses.open([.pricing, .checkout]) { shop in
                let buyer = try Buyer(shop)
                let request = try await buyer.request("kiwi", 2)
                let dealer = try PlainDealer(Context(), to: shop.endpoint(.checkout))
                // Its connection stands before the other side is stopped.
                try dealer.send(GetStock(skus: [Buyer.sku("kiwi")]), id: "first")
                #expect(try await dealer.receive().id == "first")

                try shop.send(SIGSTOP, to: .checkout)
                let start = ContinuousClock.now
                try dealer.send(request, id: "order", key: "frozen", ttlMilliseconds: 1000)
                try dealer.send(GetStock(skus: [Buyer.sku("kiwi")]), id: "patient", ttlMilliseconds: 60_000)
                try await eventually("the order's time is up") { .now > start + .seconds(2) }
                try shop.send(SIGCONT, to: .checkout)

                var answers: [String: PlainDealer.Answer] = [:]
                while answers.count < 2 {
                    let answer = try await dealer.receive()
                    answers[answer.id] = answer
                }
                #expect(answers["order"]?.faultCode == "deadline_exceeded")
                #expect(try answers["patient"]?.reply(to: GetStock.self).levels.first?.available.value == 100)
                #expect(try await buyer.orders().isEmpty)

                let order = try await buyer.place(request, key: "frozen")
                #expect(try await buyer.orders().map(\.id) == [order.id])
            }
        }
    }
}
