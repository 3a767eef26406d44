import Contracts
import Foundation
import Messaging
import Testing
import WireProtocol
import ZeroMQ

extension RealProcesses {
    @Suite struct Logs {
        private static let note = "left with Frau Nachbarin"
        private static let card = "4111111111111111"
        private static let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

        @Test func `every line of a log parses, and none tells of a customer`() async throws {
            try await ShopProcesses.open { shop in
                let token = try await buyAndCancel(shop)
                try await misbehave(shop)
                for service in ShopService.allCases {
                    try shop.send(SIGTERM, to: service)
                    #expect(try await shop.process(service).end() == .exit(0))
                    let log = try shop.process(service).errors
                    try check(log, of: service)
                    let (customer, address) = (Buyer.customer, Buyer.address)
                    let secrets = [
                        customer.name, "Zdenka", "Quellwasser", customer.email ?? "", address.street,
                        "Heliotrope", address.city, address.postalCode ?? "", Self.note, Self.card, token,
                    ]
                    for secret in secrets { #expect(!log.contains(secret), "\(service) logs \(secret)") }
                }
                for file in try shop.dataFiles(.checkout) {
                    let bytes = try Data(contentsOf: file)
                    #expect(bytes.range(of: Data(Self.card.utf8)) == nil, "\(file) has the card's number")
                }
                let log = try shop.process(.checkout).errors
                #expect(log.contains("method=checkout.place status=ok"))
                #expect(log.contains("trace=0af7651916cd43dd8448eb211c80319c"))
            }
        }

        /// - Returns: the token of the order.
        private func buyAndCancel(_ shop: ShopProcesses) async throws -> String {
            let buyer = try Buyer(shop)
            let request = try await buyer.request("strawberry", 2)
            let order: Order = try await buyer.checkout.call(request, key: "k", traceparent: Self.trace)
            var changed = request
            changed.address.city = "Quellwasserhausen"
            changed.customer.email = "zdenka at home\nlevel=error"
            var charged = try await buyer.request("strawberry", 1)
            charged.payment.token = Self.card
            for (key, request) in [("k", changed), ("again", request), ("bad", changed), ("card", charged)] {
                await #expect(throws: CallError.self) { try await buyer.place(request, key: key) }
            }
            let cancelling = CancelOrder(id: order.id, note: Self.note)
            _ = try await buyer.checkout.call(cancelling, key: "cancel")
            return request.token
        }

        /// What no caller of ours sends: the log must hold against it too.
        private func misbehave(_ shop: ShopProcesses) async throws {
            let context = try Context()
            for service in ShopService.allCases {
                let body = Array(#"{"customer":{"name":"Zdenka Quellwasser"#.utf8)
                let caller = try shop.caller(service)
                for method in ["checkout.place", "catalog.search", "pricing.quote", "no such=\"method"] {
                    await #expect(throws: CallError.self) {
                        try await caller.call(method: method, body: body, key: "k")
                    }
                }
                let dealer = try PlainDealer(context, to: shop.endpoint(service))
                try dealer.send(SystemPing(), id: "1")
                _ = try await dealer.receive()
            }
        }

        private func check(_ log: String, of service: ShopService) throws {
            let value = #"(?:"(?:[^"\\]|\\.)*"|[^\s"=\\]+)"#
            let level = "(?:debug|info|warning|error)"
            let line = try Regex("time=\\S+Z level=\(level) msg=\(value)(?: [a-z]+=\(value))*")
            #expect(log.hasSuffix("\n"))
            let lines = log.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            #expect(lines.count > 4)
            for text in lines { #expect(text.wholeMatch(of: line) != nil, "\(service): \(text)") }
        }
    }
}
