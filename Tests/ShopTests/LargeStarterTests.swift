import Contracts
import Foundation
import Messaging
import SQLite
import Testing
import WireProtocol

extension RealProcesses {
    /// A first shop of more things than one message may list.
    @Suite struct LargeStarter {
        private static let count = 1200
        private static let services = [ShopService.catalog, .pricing]

        private func sku(_ index: Int) -> String { "thing-\(index)" }

        private func product(_ index: Int, name: String = "Thing") -> String {
            #"{"sku":"\#(sku(index))","name":"\#(name)","description":"","category":"thing","unit":"each","tags":[]}"#
        }

        private func offer(_ index: Int, unitPrice: Int = 100) -> String {
            #"{"sku":"\#(sku(index))","prices":[{"currency":"USD","unitPrice":\#(unitPrice)}]}"#
        }

        /// Writes both files; `replaced` are what stands at an index instead.
        private func starter(
            in shop: ShopProcesses, products: [Int: String] = [:], offers: [Int: String] = [:]
        ) throws -> URL {
            let folder = shop.home.appending(path: "starter-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let indices = 0..<Self.count
            let lists = [
                "products": indices.map { products[$0] ?? product($0) },
                "offers": indices.map { offers[$0] ?? offer($0) },
            ]
            for (name, items) in lists {
                let json = #"{"\#(name)":[\#(items.joined(separator: ","))]}"#
                try Data(json.utf8).write(to: folder.appending(path: "\(name).json"))
            }
            return folder
        }

        @Test func `is taken as a whole by catalog and pricing`() async throws {
            try await ShopProcesses.open([]) { shop in
                let folder = try starter(in: shop)
                for service in Self.services {
                    try shop.start(service, starter: folder)
                    try await shop.awaitServing(service)
                }
                let catalog = try shop.caller(.catalog)
                #expect(try await catalog.call(SearchProducts(limit: 1)).total == Self.count)
                for first in stride(from: 0, to: Self.count, by: 400) {
                    let skus = try (first..<first + 400).map { try #require(Sku(sku($0))) }
                    let products = try await catalog.call(GetProducts(skus: skus))
                    #expect(products.products.count == 400 && products.missing.isEmpty)
                    let offers = try await shop.caller(.pricing).call(GetOfferDefinitions(skus: skus))
                    #expect(offers.offers.count == 400 && offers.missing.isEmpty)
                }
            }
        }

        @Test func `with one bad thing is refused, which is named by its number, and nothing is kept`()
            async throws
        {
            try await ShopProcesses.open([]) { shop in
                let folder = try starter(
                    in: shop, products: [699: product(699, name: " ")],
                    offers: [699: offer(699, unitPrice: -1)])
                let named = [
                    ShopService.catalog: ["products.json", "from item 500", "products[199].name"],
                    .pricing: ["offers.json", "from item 500", "offers[199].prices[0].unitPrice"],
                ]
                for service in Self.services {
                    try await expectRefused(service, folder, naming: named[service] ?? [], in: shop)
                }
            }
        }

        @Test func `with one thing twice, far apart, is refused as well`() async throws {
            try await ShopProcesses.open([]) { shop in
                let folder = try starter(in: shop, products: [1100: product(3)], offers: [1100: offer(3)])
                for service in Self.services {
                    try await expectRefused(service, folder, naming: [sku(3), "twice"], in: shop)
                }
            }
        }

        /// The start fails, the database stays empty, and so a mended folder is taken.
        private func expectRefused(
            _ service: ShopService, _ folder: URL, naming words: [String], in shop: ShopProcesses
        ) async throws {
            let ran = try await shop.run(service, shop.arguments(service, starter: folder))
            #expect(ran.exit == .exit(1) && ran.output.isEmpty, "\(ran)")
            #expect(ran.errorLines.count == 1, "\(ran)")
            for word in words { #expect(ran.errors.contains(word), "\(ran)") }
            let table = service == .catalog ? "product" : "offer"
            let database = try Database(path: shop.dataFolder(service) + "/\(service).sqlite")
            #expect(try database.first("SELECT count(*) FROM \(table)") { try $0.integer(0) } == 0)
            try shop.start(service, starter: try starter(in: shop))
            try await shop.awaitServing(service)
            #expect(try database.first("SELECT count(*) FROM \(table)") { try $0.integer(0) } == 1200)
        }
    }
}
