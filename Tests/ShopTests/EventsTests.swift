import Contracts
import Foundation
import Messaging
import Testing
import Threading
import WireProtocol

extension RealProcesses {
    @Suite struct Events {
        /// What the catalog itself says a sku costs, without asking pricing.
        private func heard(_ shop: ShopProcesses, _ text: String) async throws -> SearchHit? {
            let request = SearchProducts(text: text, currency: .usDollar, sort: .price)
            return try await shop.caller(.catalog).call(request, timeoutMilliseconds: 5000).items.first
        }

        @Test
        func `a price shows in the catalog's own view within 100 ms, and with its age when pricing is gone`()
            async throws
        {
            try await ShopProcesses.open { shop in
                try await shop.awaitCatalogHeard()
                var delays: [Duration] = []
                for cents in [175, 180, 185, 190, 195] as [Int64] {
                    _ = try await shop.caller(.pricing).call(
                        SetPrice(
                            sku: try Buyer.sku("mango"), currency: .usDollar, unitPrice: Amount(cents)),
                        key: "price-\(cents)", timeoutMilliseconds: 20_000)
                    let answered = ContinuousClock.now
                    try await eventually("the catalog hears \(cents)") {
                        try await heard(shop, "mango")?.price == Amount(cents)
                    }
                    delays.append(answered.duration(to: .now))
                }
                // What else the machine does can only make it slower.
                #expect(delays.min() ?? .seconds(1) < .milliseconds(100), "\(delays)")

                try await shop.end(.pricing)
                try await eventually("the catalog knows that pricing is gone") {
                    try await shop.caller(.catalog).call(SystemHealth()).notes?
                        .contains { $0.hasPrefix("prices ") } == true
                }
                let hit = try await heard(shop, "mango")
                #expect(hit?.price == 195)
                #expect(try #require(hit?.asOf) <= SystemTime().now())
                let shown = try await shop.gateway("search", "mango", "--sort", "price")
                #expect(shown.exit == .exit(0) && shown.output.contains("1.95"), "\(shown)")
                #expect(shown.output.contains("prices as the catalog heard them"), "\(shown)")
                #expect(try await shop.caller(.catalog).call(SystemHealth()).status == .serving)
            }
        }

        @Test func `gateway watch goes on through a restart and says when it was stale`() async throws {
            try await ShopProcesses.open([.pricing]) { shop in
                let watch = try shop.startGateway(["watch", "prices", "--json", "--count", "2"])
                func set(_ cents: Int64) async throws {
                    _ = try await shop.caller(.pricing).call(
                        SetPrice(
                            sku: try Buyer.sku("mango"), currency: .usDollar, unitPrice: Amount(cents)),
                        key: "price-\(cents)", timeoutMilliseconds: 20_000)
                }
                try await eventually("it listens") { watch.output.contains(#""state":"current""#) }
                try await set(175)
                try await eventually("the first is seen") { watch.output.contains(#""unitPrice":175"#) }
                try await shop.killAndRestart(.pricing)
                try await eventually("it listens again") {
                    watch.output.split(separator: "\n").last?.contains(#""state":"current""#) == true
                }
                try await set(180)
                #expect(try await watch.end() == .exit(0))
                let lines = watch.output.split(separator: "\n")
                #expect(lines.last?.contains(#""unitPrice":180"#) == true, "\(lines)")
                #expect(lines.contains { $0.contains(#""state":"stale""#) })
                #expect(lines.count { $0.contains(#""type":"price.changed""#) } == 2)
            }
        }

        /// The write-ahead log holds the order when its sync begins, and nothing was published before the sync's end.
        @Test func `an order whose checkout died between commit and publishing is told once`() async throws {
            try await ShopProcesses.open([.pricing, .checkout]) { shop in
                let listener = try OrderListener(shop)
                let buyer = try Buyer(shop)
                try await buyer.setStock("strawberry", 1000)
                for (round, count) in [1, 2, 3].enumerated() {
                    try await shop.end(.checkout)
                    try shop.start(
                        .checkout, tracer: SystemCallTrace.command(killingAt: "fdatasync", count))
                    let process = try shop.process(.checkout)
                    var number = 0
                    while process.isRunning {
                        let request = try await buyer.request("strawberry", 1)
                        let key = "cut-\(round)-\(number)"
                        number += 1
                        let isAnswered = Locked(false)
                        let answer = Task {
                            defer { isAnswered.withLock { $0 = true } }
                            return try await buyer.place(request, key: key)
                        }
                        try await eventually("\(key) is answered or killed") {
                            isAnswered.withLock { $0 } || !process.isRunning
                        }
                        if !process.isRunning {
                            try shop.start(.checkout)
                            try await shop.awaitServing(.checkout)
                        }
                        _ = try await answer.value
                    }
                }
                #expect(buyer.checkout.counters["retried"] >= 1, "the kills hit nothing")
                try await listener.expectEveryOrder(of: buyer)
            }
        }

        @Test(.timeLimit(.minutes(10)))
        func `every order is told once and in order, however often checkout is killed`() async throws {
            let rounds = ProcessInfo.processInfo.environment["SHOP_TEST_ROUNDS"].flatMap(Int.init) ?? 15
            try await ShopProcesses.open([.pricing, .checkout]) { shop in
                let listener = try OrderListener(shop)
                let buyer = try Buyer(shop)
                try await buyer.setStock("strawberry", 100_000)
                for round in 0..<rounds {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for number in 0..<6 {
                            group.addTask {
                                let request = try await buyer.request("strawberry", 1)
                                _ = try await buyer.place(request, key: "order-\(round)-\(number)")
                            }
                        }
                        try await Task.sleep(for: .milliseconds(Int.random(in: 0...25)))
                        try await shop.killAndRestart(.checkout)
                        try await group.waitForAll()
                    }
                }
                #expect(buyer.checkout.counters["retried"] >= 1, "the kills hit nothing")
                try await listener.expectEveryOrder(of: buyer)
            }
        }
    }
}

/// Hears the stream `orders` from its first event to the end of the test.
private final class OrderListener: Sendable {
    private let heard = Locked<[EventMessage]>([])
    private let task: Task<Void, Never>

    init(_ shop: ShopProcesses) throws {
        let settings = SubscriberSettings(
            service: "checkout", endpoints: [try Endpoint(shop.endpoint(.checkout))],
            streams: [StreamSelection(ShopStream.orders.rawValue)])
        let subscriber = Subscriber(settings, reactor: shop.reactor)
        let heard = heard
        task = Task {
            for await update in subscriber {
                if case .event(let event) = update.change { heard.withLock { $0.append(event) } }
            }
        }
    }

    deinit { task.cancel() }

    /// Each order that there is was heard once, in the order in which they were committed (that of their numbers; the
    /// instant of placing is when a call arrived), without a gap.
    func expectEveryOrder(of buyer: Buyer) async throws {
        let placed = try await buyer.orders().sorted { $0.number < $1.number }.map(\.id)
        try await eventually("\(placed.count) orders are heard") {
            heard.withLock { $0.count } >= placed.count
        }
        let events = heard.withLock { $0 }
        #expect(events.map(\.key) == placed)
        #expect(events.map(\.sequence) == Array(1...Int64(max(1, placed.count))))
        #expect(Set(events.map(\.epoch)).count == 1)
    }
}
