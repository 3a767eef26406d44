import Contracts
import Testing
import WireProtocol

extension RealProcesses {
    @Suite struct Shopping {
        @Test func `a part of a name finds products with price and stock`() async throws {
            try await ShopProcesses.open { shop in
                let search = try await shop.gateway("search", "berr")
                #expect(search.exit == .exit(0), "\(search)")
                let rows = search.outputLines.map { $0.split(separator: " ").joined(separator: " ") }
                #expect(
                    rows == [
                        "SKU NAME PRICE UNIT STOCK", "blueberry Blueberries 0.25 1 lb 100",
                        "strawberry Strawberries 0.50 1 lb 100", "2 of 2, prices in USD",
                    ])
                let nothing = try await shop.gateway("search", "durian")
                #expect(nothing.exit == .exit(0) && nothing.output == "nothing found\n", "\(nothing)")
            }
        }

        @Test func `quotes are what the shop says they are`() async throws {
            try await ShopProcesses.open([.pricing]) { shop in
                let totals: [(lines: [String], total: String)] = [
                    (["cupcake:10,flavour=rainbow,extras=frosting+sprinkles"], "36.50"),
                    (["cupcake:3,flavour=rainbow,extras=frosting+sprinkles"], "12.00"),
                    (["cupcake:3,flavour=vanilla"], "6.00"), (["strawberry"], "0.50"),
                    (["strawberry:2", "mango"], "2.50"), (["watermelon:9999"], "59894.01"),
                ]
                for (lines, total) in totals {
                    let quote = try await shop.gateway(["quote"] + lines)
                    #expect(quote.exit == .exit(0), "\(quote)")
                    #expect(quote.text(after: "total") == "\(total) USD", "\(quote)")
                    let json = try await shop.gateway(["quote", "--json"] + lines).decoded(Quote.self)
                    #expect(json.total.decimal(.usDollar) == total)
                }
            }
        }

        @Test func `what is not sold is refused with the bounds or the name`() async throws {
            try await ShopProcesses.open([.pricing]) { shop in
                let refusals: [(line: String, words: [String])] = [
                    ("cupcake:21,flavour=vanilla", ["cupcake:21", "20", "3"]),
                    ("cupcake:2,flavour=vanilla", ["cupcake:2", "20", "3"]),
                    ("cupcake:3,flavour=mud", ["flavour", "mud"]),
                    ("cupcake:3", ["flavour is missing: choose vanilla"]),
                    ("strawberry:0", ["strawberry:0", "1", "9999"]),
                    ("strawberry:-1", ["strawberry:-1", "1", "9999"]),
                    ("strawberry:10000", ["strawberry:10000", "1", "9999"]), ("durian", ["durian"]),
                    ("strawberry:9223372036854775807", ["beyond"]),
                ]
                for (line, words) in refusals {
                    let refused = try await shop.gateway("quote", line)
                    #expect(refused.exit == .exit(1), "\(line): \(refused)")
                    #expect(refused.output.isEmpty && refused.errorLines.count == 1, "\(refused)")
                    for word in words { #expect(refused.errors.contains(word), "\(line): \(refused)") }
                }
            }
        }

        @Test(arguments: [
            ["quote"], ["quote", "strawberry:many"], ["quote", "strawberry:1.5"], ["no-such-command"], [],
            ["search", "--no-such-flag"], ["order", "strawberry"], ["search", "--timeout", "soon"],
            ["order", "--token", "T"] + Buyer.flags, ["search", "--catalog", "nowhere"],
        ])
        func `a wrong command line is exit code 2 without any service`(words: [String]) async throws {
            try await ShopProcesses.open([]) { shop in
                let ran = try await shop.gateway(words)
                #expect(ran.exit == .exit(2), "\(ran)")
                #expect(ran.output.isEmpty && !ran.errors.isEmpty, "\(ran)")
            }
        }
    }
}
