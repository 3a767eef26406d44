import Contracts
import Foundation
import Testing

extension RealProcesses {
    @Suite struct ServiceAway {
        /// How a service can fail to answer.
        enum Absence: String, CaseIterable, Sendable {
            /// Nothing listens there.
            case refused
            /// The process is there and does nothing.
            case stopped
            /// Somebody accepts connections and never speaks.
            case silent
            /// Not even the attempt to connect is answered.
            case unroutable
        }

        private static let deadline = Duration.milliseconds(600)
        private static let timeout = ["--timeout", "600ms"]
        private static let grace = Duration.milliseconds(100)

        @Test(arguments: [ShopService.pricing, .checkout], Absence.allCases)
        func `search answers in part and in time`(service: ShopService, absence: Absence) async throws {
            try await open(without: service, absence) { shop in
                let search = try await inTime(shop, ["search", "berr"])
                #expect(search.exit == .exit(0), "\(search)")
                #expect(search.output.contains("Strawberries") && search.output.contains("Blueberries"))
                let note = try #require(search.text(after: "partial:"), "\(search)")
                #expect(note.contains("\(service)"))
                // A service that was there before it stopped has told the catalog.
                let isHeard = absence == .stopped
                #expect(search.output.contains("0.25") == (service != .pricing || isHeard))
                #expect(search.output.contains(" 100\n") == (service != .checkout || isHeard))
                #expect(note.contains("as the catalog heard") == isHeard)
                let json = try await shop.gateway(["search", "berr", "--json"] + Self.timeout)
                #expect(try json.decoded(Partial.self).partial == ["\(service)"])
            }
        }

        private struct Partial: Decodable { var partial: [String] }

        @Test(arguments: [ShopService.pricing, .checkout], Absence.allCases)
        func `order ends in time and names the service`(service: ShopService, absence: Absence) async throws {
            try await open(without: service, absence) { shop in
                let order = try await inTime(shop, ["order", "strawberry"] + Buyer.flags)
                #expect(order.exit == .exit(3), "\(order)")
                #expect(order.output.isEmpty)
                #expect(order.errors.hasPrefix("gateway: \(service) "), "\(order)")
                // Only what may have been sent is worth asking after.
                #expect((order.text(after: "token") != nil) == (service == .checkout), "\(order)")
                if service == .pricing { #expect(try await Buyer(shop).orders().isEmpty) }
            }
        }

        @Test(arguments: Absence.allCases)
        func `what one service alone can answer ends in time and names it`(absence: Absence) async throws {
            let commands: [(ShopService, [String])] = [
                (.catalog, ["search", "berr"]), (.pricing, ["quote", "mango"]), (.checkout, ["orders"]),
            ]
            for (service, command) in commands {
                try await open(without: service, absence) { shop in
                    let ran = try await inTime(shop, command)
                    #expect(ran.exit == .exit(3), "\(ran)")
                    #expect(ran.output.isEmpty)
                    #expect(ran.errors.hasPrefix("gateway: \(service) "), "\(ran)")
                }
            }
        }

        private func open(
            without service: ShopService, _ absence: Absence, _ body: (ShopProcesses) async throws -> Void
        ) async throws {
            let others = ShopService.allCases.filter { $0 != service || absence == .stopped }
            try await ShopProcesses.open(others) { shop in
                var socket: LoopbackSocket?
                switch absence {
                case .refused: break
                case .stopped:
                    if service != .catalog { try await shop.awaitCatalogHeard() }
                    try shop.send(SIGSTOP, to: service)
                case .silent:
                    socket = try LoopbackSocket(port: shop.port(service))
                    socket?.listenInSilence()
                case .unroutable:
                    socket = try LoopbackSocket(port: shop.port(service))
                    try socket?.listenWithFullQueue()
                }
                try await body(shop)
                socket?.close()
            }
        }

        /// Runs the gateway with a deadline. What else the machine does can only make it slower, so the fastest of a few
        /// runs tells how long it waits; starting a process is not its wait, and measured beside it.
        private func inTime(_ shop: ShopProcesses, _ words: [String]) async throws -> Ran {
            var excess: [Duration] = []
            while true {
                let start = try await shop.gateway("--version").lifetime
                let ran = try await shop.gateway(words + Self.timeout)
                excess.append(ran.lifetime - start - Self.deadline)
                if excess.last ?? .zero <= Self.grace { return ran }
                if excess.count == 5 {
                    Issue.record("always over the deadline, by \(excess)")
                    return ran
                }
            }
        }
    }
}
