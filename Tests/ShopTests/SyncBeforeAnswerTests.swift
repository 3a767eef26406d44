import Contracts
import Foundation
import Testing

extension RealProcesses {
    /// `kill -9` cannot show a missing sync, since what was written is in the system's hands by then. This can.
    @Suite struct SyncBeforeAnswer {
        private static let orders = 20

        @Test func `each order is synced to disk before its answer leaves`() async throws {
            try await ShopProcesses.open([.pricing]) { shop in
                let file = shop.home.appending(path: "checkout.strace")
                try shop.start(.checkout, tracer: SystemCallTrace.command(writingTo: file))
                try await shop.awaitServing(.checkout)
                let buyer = try Buyer(shop)
                for number in 0..<Self.orders {
                    _ = try await buyer.place(buyer.request("apple", 1), key: "traced-\(number)-")
                }
                try shop.send(SIGTERM, to: .checkout)
                #expect(try await shop.process(.checkout).end() == .exit(0))
                let events = try await trace(file).events
                for number in 0..<Self.orders { try checkOrder(number, in: events) }
            }
        }

        private func trace(_ file: URL) async throws -> SystemCallTrace {
            var text = ""
            try await eventually("the end of the trace") {
                text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
                return text.contains("+++ exited with 0 +++")
            }
            return SystemCallTrace(parsing: text)
        }

        private func checkOrder(_ number: Int, in events: [SystemCallTrace.Event]) throws {
            let arrival = try #require(
                events.firstIndex { event in
                    guard case .received(let bytes) = event else { return false }
                    return bytes.contains("checkout.place") && bytes.contains("key: traced-\(number)-")
                }, "order \(number) never arrived")
            let answer = try #require(
                events[arrival...].firstIndex { event in
                    guard case .sent(let bytes) = event else { return false }
                    return bytes.contains("SHOP/1 REP ok")
                        && bytes.contains(answeredID(events[arrival]))
                }, "order \(number) was never answered")
            let work = events[arrival..<answer]
            let write = try #require(
                work.lastIndex(of: .logWritten), "order \(number) was answered without a write")
            #expect(work[write...].contains(.logSynced), "order \(number) was answered before it was synced")
        }

        /// The `id` line of a request as strace shows it; the answer carries the same.
        private func answeredID(_ event: SystemCallTrace.Event) -> String {
            guard case .received(let bytes) = event, let start = bytes.range(of: #"\nid: "#) else {
                return "?"
            }
            return #"\nid: "# + bytes[start.upperBound...].prefix { $0.isNumber } + #"\n"#
        }
    }
}
