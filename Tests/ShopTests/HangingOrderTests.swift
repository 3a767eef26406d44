import Contracts
import Foundation
import Messaging
import SQLite
import Testing

extension RealProcesses {
    /// Orders that are cut off before their answer: what became of each can be asked, and none becomes two.
    @Suite struct HangingOrder {
        @Test func `an order that never left is told so, and goes on as printed`() async throws {
            try await ShopProcesses.open { shop in
                try shop.send(SIGSTOP, to: .checkout)
                let hanging = try await shop.gateway(
                    ["order", "kiwi:2", "--timeout", "700ms"] + Buyer.flags)
                try shop.send(SIGCONT, to: .checkout)
                try expectPending(hanging)

                let lines = try pendingLines(hanging)
                let status = try await shop.shell(lines.status)
                #expect(status.exit == .exit(1), "it was not placed: \(status)")
                try await goOn(lines.resume, in: shop, bought: 2)
            }
        }

        @Test func `an order that hangs at work becomes one, whatever came of it`() async throws {
            try await ShopProcesses.open { shop in
                let database = try shop.occupyBooks()
                let gateway = try shop.startGateway(["order", "kiwi:2", "--timeout", "2s"] + Buyer.flags)
                try await shop.awaitOrderAtWork()
                try shop.send(SIGSTOP, to: .checkout)
                let hanging = try await Ran(gateway)
                try shop.send(SIGCONT, to: .checkout)
                try database.script("ROLLBACK")
                try expectPending(hanging)

                let lines = try pendingLines(hanging)
                let status = try await shop.shell(lines.status)
                #expect([.exit(0), .exit(1)].contains(status.exit), "\(status)")
                try await goOn(lines.resume, in: shop, bought: 2)
            }
        }

        @Test func `an order whose gateway is killed is placed, and found by its key`() async throws {
            try await ShopProcesses.open { shop in
                let database = try shop.occupyBooks()
                let words = ["order", "kiwi:2", "--key", "mine"] + Buyer.flags
                let gateway = try shop.startGateway(words)
                try await shop.awaitOrderAtWork()
                gateway.send(SIGKILL)
                #expect(try await gateway.end() == .signal(SIGKILL))
                try database.script("ROLLBACK")

                let buyer = try Buyer(shop)
                try await eventually("the order is placed") { try await buyer.orders().count == 1 }
                let status = try await shop.gateway("order-status", "--key", "mine")
                #expect(status.exit == .exit(0), "\(status)")
                let again = try await shop.gateway(words)
                #expect(again.exit == .exit(0) && again.output == status.output, "\(again)")
                #expect(try await buyer.orders().count == 1)
                #expect(try await buyer.available("kiwi") == 98)
            }
        }

        @Test func `an order outlives a kill -9 of checkout while it is at work`() async throws {
            try await ShopProcesses.open { shop in
                let database = try shop.occupyBooks()
                let gateway = try shop.startGateway(["order", "kiwi:2", "--timeout", "20s"] + Buyer.flags)
                try await shop.awaitOrderAtWork()
                try shop.send(SIGKILL, to: .checkout)
                _ = try await shop.process(.checkout).end()
                try database.script("ROLLBACK")
                try shop.start(.checkout)
                try await shop.awaitServing(.checkout)

                let ordered = try await Ran(gateway)
                #expect(ordered.exit == .exit(0), "\(ordered)")
                let buyer = try Buyer(shop)
                let orders = try await buyer.orders()
                #expect(
                    orders.map(\.number)
                        == [ordered.text(after: "order")?.prefix(11)].map { String($0 ?? "") })
                #expect(try await buyer.available("kiwi") == 98)
            }
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func `an order that is interrupted tells its key, and goes on as printed`(signal: Int32) async throws
        {
            try await ShopProcesses.open { shop in
                let database = try shop.occupyBooks()
                let gateway = try shop.startGateway(["order", "kiwi:2", "--timeout", "20s"] + Buyer.flags)
                try await shop.awaitOrderAtWork()
                gateway.send(signal)
                let interrupted = try await Ran(gateway)
                try database.script("ROLLBACK")
                try expectPending(interrupted)
                try await goOn(pendingLines(interrupted).resume, in: shop, bought: 2)
            }
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func `a command that changes nothing ends by the signal as ever`(signal: Int32) async throws {
            try await ShopProcesses.open([]) { shop in
                let gateway = try shop.startGateway(["watch", "prices"])
                try await eventually("it watches") { !gateway.output.isEmpty }
                gateway.send(signal)
                #expect(try await gateway.end() == .signal(signal))
            }
        }

        // MARK: Steps

        private func expectPending(_ ran: Ran) throws {
            #expect(ran.exit == .exit(3), "\(ran)")
            #expect(ran.output.isEmpty, "\(ran)")
            #expect(ran.errors.hasPrefix("gateway: checkout "), "\(ran)")
            let key = try #require(ran.text(after: "key"), "\(ran)")
            let token = try #require(ran.text(after: "token"), "\(ran)")
            let lines = try pendingLines(ran)
            #expect(lines.status.contains(key) && lines.resume.contains(key) && lines.resume.contains(token))
        }

        private func pendingLines(_ ran: Ran) throws -> (status: String, resume: String) {
            (
                try #require(ran.text(after: "What became of it:"), "\(ran)"),
                try #require(ran.text(after: "To go on with it:"), "\(ran)")
            )
        }

        /// The printed line as it stands makes the one order, however often it is typed.
        private func goOn(_ line: String, in shop: ShopProcesses, bought: Int64) async throws {
            let resumed = try await shop.shell(line)
            #expect(resumed.exit == .exit(0), "\(resumed)")
            #expect(try await shop.shell(line).output == resumed.output)
            let buyer = try Buyer(shop)
            let orders = try await buyer.orders()
            #expect(orders.count == 1)
            #expect(orders.first?.customer.name == Buyer.customer.name)
            #expect(orders.first?.address == Buyer.address)
            #expect(try await buyer.available("kiwi") == 100 - bought)
        }
    }
}
