import Contracts
import Testing
import WireProtocol

extension RealProcesses {
    @Suite struct Ordering {
        private func stock(_ sku: String, in shop: ShopProcesses) async throws -> String? {
            try await shop.gateway("show", sku).text(after: "stock")
        }

        @Test func `an order is confirmed, listed and taken from stock, and cancelling gives it back`()
            async throws
        {
            try await ShopProcesses.open { shop in
                let ordered = try await shop.gateway(["order", "strawberry:2", "mango"] + Buyer.flags)
                #expect(ordered.exit == .exit(0), "\(ordered)")
                #expect(ordered.text(after: "total") == "2.50 USD")
                let title = try #require(ordered.text(after: "order"))
                let number = try #require(title.wholeMatch(of: /(\d{4}-\d{6}), placed/)?.1)
                let id = try #require(ordered.text(after: "id"))
                #expect(id.count > 20)
                #expect(try await stock("strawberry", in: shop) == "98")
                #expect(try await stock("mango", in: shop) == "99")

                let list = try await shop.gateway("orders")
                #expect(list.outputLines.count == 2, "a heading and one order: \(list)")
                #expect(list.output.contains(number) && list.output.contains(id), "\(list)")
                for name in [String(number), id] {
                    let status = try await shop.gateway("order-status", name)
                    #expect(status.output == ordered.output && status.exit == .exit(0), "\(status)")
                }

                let cancelled = try await shop.gateway("cancel", String(number), "--note", "ordered twice")
                #expect(cancelled.exit == .exit(0), "\(cancelled)")
                #expect(cancelled.text(after: "order") == "\(number), cancelled")
                #expect(cancelled.output.contains("ordered twice"))
                #expect(try await stock("strawberry", in: shop) == "100")
                #expect(try await stock("mango", in: shop) == "100")
                let again = try await shop.gateway("cancel", id)
                #expect(again.exit == .exit(1) && again.errors.contains("cancelled"), "\(again)")
                #expect(try await stock("mango", in: shop) == "100")
            }
        }

        @Test func `key and token go on with an order and never make a second one`() async throws {
            try await ShopProcesses.open { shop in
                let destination = ["--country", "US", "--postal-code", "62701"]
                let quoted = try await shop.gateway(["quote", "kiwi:3", "--lock", "--json"] + destination)
                let quote = try quoted.decoded(Quote.self)
                let token = try #require(quote.token)
                let words =
                    ["order", "--key", "K-1", "--token", token, "--expected-total", "3.60"] + Buyer.flags
                let unknown = try await shop.gateway("order-status", "--key", "K-1")
                #expect(unknown.exit == .exit(1), "\(unknown)")

                let first = try await shop.gateway(words)
                #expect(first.exit == .exit(0), "\(first)")
                for _ in 0..<3 { #expect(try await shop.gateway(words).output == first.output) }
                #expect(try await shop.gateway("order-status", "--key", "K-1").output == first.output)

                let otherKey = words.map { $0 == "K-1" ? "K-2" : $0 }
                let used = try await shop.gateway(otherKey)
                #expect(used.exit == .exit(1), "\(used)")
                let number = try #require(first.text(after: "order")).prefix(11)
                #expect(used.errors.contains(number), "names the order: \(used)")
                let otherBody = try await shop.gateway(["order", "kiwi:4", "--key", "K-1"] + Buyer.flags)
                #expect(otherBody.exit == .exit(1) && otherBody.errors.contains(number), "\(otherBody)")
                let typedAgain = try await shop.gateway(["order", "kiwi:3", "--key", "K-1"] + Buyer.flags)
                #expect(typedAgain.exit == .exit(0) && typedAgain.output == first.output, "\(typedAgain)")

                #expect(try await Buyer(shop).orders().count == 1)
                #expect(try await stock("kiwi", in: shop) == "97")
            }
        }

        @Test func `more than there is, or to a bad address, is refused and leaves no trace`() async throws {
            try await ShopProcesses.open { shop in
                let tooMany = try await shop.gateway(["order", "avocado:101"] + Buyer.flags)
                #expect(tooMany.exit == .exit(1), "\(tooMany)")
                #expect(tooMany.errors.contains("100"), "says what is left: \(tooMany)")
                let twice = try await shop.gateway(["order", "avocado:60", "avocado:60"] + Buyer.flags)
                #expect(twice.exit == .exit(1), "\(twice)")
                let badly = Buyer.flags.map {
                    $0 == "62701" ? "nowhere" : $0 == Buyer.customer.name ? " " : $0
                }
                let lost = try await shop.gateway(["order", "avocado"] + badly)
                #expect(lost.exit == .exit(1), "\(lost)")
                #expect(lost.errors.contains("--postal-code") && lost.errors.contains("--name"), "\(lost)")

                #expect(try await Buyer(shop).orders().isEmpty)
                #expect(try await stock("avocado", in: shop) == "100")
            }
        }
    }
}
