import Contracts
import Foundation
import Messaging
import SQLite
import Testing
import ZeroMQ

extension RealProcesses {
    @Suite struct Drain {
        @Test func `SIGTERM lets the order at work be answered and takes no new one`() async throws {
            try await ShopProcesses.open([.pricing, .checkout]) { shop in
                let buyer = try Buyer(shop)
                let (first, second) = (
                    try await buyer.request("kiwi", 1), try await buyer.request("kiwi", 1)
                )
                let context = try Context()
                let early = try PlainDealer(context, to: shop.endpoint(.checkout))
                let database = try shop.occupyBooks()
                try early.send(first, id: "at-work", key: "first")
                try await shop.awaitOrderAtWork()

                try shop.send(SIGTERM, to: .checkout)
                let late = try PlainDealer(context, to: shop.endpoint(.checkout))
                try await eventually("pings are answered with draining") {
                    try late.send(SystemPing(), id: "ping")
                    return try await late.receive().faultCode == "draining"
                }
                for (number, dealer) in [early, late].enumerated() {
                    try dealer.send(second, id: "new-\(number)", key: "second")
                    let refusal = try await dealer.receive()
                    #expect(refusal.id == "new-\(number)")
                    #expect(refusal.faultCode == "draining")
                }
                #expect(try shop.process(.checkout).isRunning)

                try database.script("ROLLBACK")
                let answer = try await early.receive()
                #expect(answer.id == "at-work")
                let order = try answer.reply(to: PlaceOrder.self)
                #expect(try await shop.process(.checkout).end(withinSeconds: 11) == .exit(0))

                try shop.start(.checkout)
                try await shop.awaitServing(.checkout)
                #expect(try await buyer.orders() == [order])
                #expect(try await buyer.available("kiwi") == 99)
            }
        }

        @Test func `a second SIGTERM ends at once`() async throws {
            try await ShopProcesses.open([.pricing, .checkout]) { shop in
                let buyer = try Buyer(shop)
                let request = try await buyer.request("kiwi", 1)
                let dealer = try PlainDealer(try Context(), to: shop.endpoint(.checkout))
                let database = try shop.occupyBooks()
                try dealer.send(request, id: "1", key: "1")
                try await shop.awaitOrderAtWork()

                let process = try shop.process(.checkout)
                process.send(SIGTERM)
                try await eventually("it drains") { process.errors.contains("msg=draining") }
                process.send(SIGTERM)
                #expect(try await process.end(withinSeconds: 3) == .signal(SIGTERM))
                try database.script("ROLLBACK")
            }
        }

        @Test(arguments: ShopService.allCases, [SIGTERM, SIGINT])
        func `an idle service ends in order`(service: ShopService, signal: Int32) async throws {
            try await ShopProcesses.open([service]) { shop in
                try shop.send(signal, to: service)
                #expect(try await shop.process(service).end(withinSeconds: 3) == .exit(0))
                #expect(try shop.process(service).errors.contains("msg=ended"))
            }
        }
    }
}
