import Contracts
import Testing
import ZeroMQ

extension RealProcesses {
    @Suite struct LastUnit {
        private static let buyers = 100

        @Test func `of 100 orders for the last unit sent before any answer is read one is placed`()
            async throws
        {
            try await ShopProcesses.open([.pricing, .checkout]) { shop in
                let buyer = try Buyer(shop)
                try await buyer.setStock("mango", 1)
                var requests: [PlaceOrder] = []
                for _ in 0..<Self.buyers { requests.append(try await buyer.request("mango", 1)) }
                #expect(Set(requests.map(\.token)).count == Self.buyers)

                let first = try await race(requests, at: shop.endpoint(.checkout))
                #expect(first.placed.count == 1)
                #expect(first.refusals == Array(repeating: "out_of_stock", count: Self.buyers - 1))
                #expect(try await buyer.available("mango") == 0)

                let again = try await race(requests, at: shop.endpoint(.checkout))
                #expect(again.placed == first.placed, "the same keys get the same answers")
                #expect(again.refusals == first.refusals)
                #expect(try await buyer.orders() == Array(first.placed.values))
                #expect(try await buyer.available("mango") == 0)
            }
        }

        /// - Returns: orders by the id of the call that placed them, and the codes of all refusals.
        private func race(
            _ requests: [PlaceOrder], at endpoint: String
        ) async throws -> (placed: [String: Order], refusals: [String]) {
            let context = try Context()
            let dealer = try PlainDealer(context, to: endpoint)
            for (number, request) in requests.enumerated() {
                try dealer.send(request, id: "\(number)", key: "buyer-\(number)")
            }
            var placed: [String: Order] = [:]
            var refusals: [String] = []
            for _ in requests {
                let answer = try await dealer.receive()
                if let code = answer.faultCode {
                    refusals.append(code)
                } else {
                    placed[answer.id] = try answer.reply(to: PlaceOrder.self)
                }
            }
            return (placed, refusals)
        }
    }
}
