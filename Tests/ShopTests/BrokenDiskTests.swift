import Contracts
import Foundation
import Messaging
import SQLite
import ShopTesting
import Testing
import WireProtocol

extension RealProcesses {
    /// What a disk, or a hand, does to the files of a service.
    @Suite struct BrokenDisk {
        private func code(_ body: () async throws -> some Any) async -> String? {
            do { _ = try await body() } catch let error as CallError {
                if case .fault(let fault) = error.reason { return fault.code }
                return "\(error)"
            } catch { return "\(error)" }
            return nil
        }

        /// A disk that syncs the undoing lets the refusal be certain.
        @Test(arguments: [(failures: 1, code: "store_unavailable"), (1000, "unknown_outcome")])
        func `what was refused as the disk did not sync is not there after kill -9`(
            failures: Int, code refusal: String
        ) async throws {
            try await ShopProcesses.open([.pricing, .checkout]) { shop in
                let buyer = try Buyer(shop)
                let kept = try await buyer.place(buyer.request("mango", 1), key: "kept")
                let request = try await buyer.request("mango", 2)
                let words = try SystemCallTrace.command(
                    breaking: "fdatasync", times: failures, of: shop.process(.checkout).processID)
                let breaker = try shop.launch(URL(fileURLWithPath: words[0]), Array(words.dropFirst()))
                try await eventually("the disk is broken") { breaker.errors.contains("attached") }
                let refused = await code {
                    try await shop.caller(.checkout).call(request, key: "refused", timeoutMilliseconds: 5000)
                }
                #expect(refused == refusal)
                if failures > 1 {
                    let health = try await shop.caller(.checkout).call(SystemHealth())
                    #expect(health.status == .notServing)
                }
                breaker.send(SIGINT)
                try shop.send(SIGKILL, to: .checkout)
                _ = try await shop.process(.checkout).end()
                try shop.start(.checkout)
                try await shop.awaitServing(.checkout)
                #expect(try await buyer.orders() == [kept])
                #expect(try await buyer.available("mango") == 99)
                let order = try await buyer.place(request, key: "refused")
                #expect(try await buyer.orders() == [order, kept])
            }
        }

        /// What is made then, database, log and guard file, is found in each state.
        @Test(arguments: [("pwrite64", 1...30), ("fdatasync", 1...9)])
        func `a service that was killed amid its first start starts again`(
            call: String, counts: ClosedRange<Int>
        ) async throws {
            var kills = 0
            for count in counts {
                try await ShopProcesses.open([]) { shop in
                    try shop.start(.checkout, tracer: SystemCallTrace.command(killingAt: call, count))
                    let first = try shop.process(.checkout)
                    try await eventually("it is killed, or serves") {
                        !first.isRunning || first.errors.contains("msg=serving")
                            || first.errors.contains("msg=listening")
                    }
                    if !first.isRunning { kills += 1 }
                    try shop.send(SIGKILL, to: .checkout)
                    _ = try await first.end()
                    try shop.start(.checkout)
                    try await shop.awaitServing(.checkout)
                    #expect(try await Buyer(shop).available("mango") == 100, "\(call) \(count)")
                }
            }
            #expect(kills >= counts.count / 2)
        }

        @Test func `a second service is refused whatever is deleted, and the first notices`() async throws {
            try await ShopProcesses.open([.pricing, .checkout]) { shop in
                let buyer = try Buyer(shop)
                var placed = [try await buyer.place(buyer.request("mango", 1), key: "first")]
                let folder = shop.dataFolder(.checkout)
                let free = "tcp://127.0.0.1:\(try FreePort.take())"
                let second = ["--bind", free, "--data", folder, "--seal-key", folder + "/../seal.key"]

                try FileManager.default.removeItem(atPath: folder + "/lock")
                try expectRefused(try await shop.run(.checkout, second), folder)
                placed.append(try await buyer.place(buyer.request("mango", 1), key: "second"))

                try? FileManager.default.removeItem(atPath: folder + "/lock")
                try FileManager.default.removeItem(atPath: folder + "/checkout.sqlite-shm")
                try expectRefused(try await shop.run(.checkout, second), folder)
                let request = try await buyer.request("mango", 1)
                let refusal = await code {
                    try await shop.caller(.checkout).call(request, key: "third", timeoutMilliseconds: 5000)
                }
                #expect(refusal == "store_unavailable")

                try await shop.restart(.checkout)
                placed.append(try await buyer.place(request, key: "third"))
                #expect(try await buyer.orders() == placed.reversed())
                #expect(Set(placed.map(\.number)).count == 3)
            }
        }

        private func expectRefused(_ ran: Ran, _ folder: String) throws {
            #expect(ran.exit == .exit(1), "\(ran)")
            #expect(ran.errors.contains("\(folder) is in use by"), "\(ran)")
        }

        @Test func `a service that ended starts again after other programs read its database`() async throws {
            try await ShopProcesses.open([.catalog, .pricing, .checkout]) { shop in
                let buyer = try Buyer(shop)
                let placed = try await buyer.place(buyer.request("mango", 1), key: "first")
                for service in [ShopService.catalog, .pricing, .checkout] {
                    try await shop.end(service)
                    let path = shop.dataFolder(service) + "/\(service.rawValue).sqlite"
                    #expect(FileManager.default.contents(atPath: path + "-wal") == Data())
                    do { try Database(path: path).backup(to: path + "-copy") }
                    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
                    try shop.start(service)
                    try await shop.awaitServing(service)
                }
                #expect(try await buyer.orders() == [placed])
                #expect(try await buyer.available("mango") == 99)
            }
        }

        @Test func `a service with a damaged store says where and what to do, and takes no changes`()
            async throws
        {
            try await ShopProcesses.open([.pricing, .checkout]) { shop in
                let buyer = try Buyer(shop)
                for number in 1...40 {
                    _ = try await buyer.place(buyer.request("mango", 1), key: "order-\(number)")
                }
                try await shop.end(.checkout)
                let path = shop.dataFolder(.checkout) + "/checkout.sqlite"
                try damage(path, at: Buyer.customer.name)
                try shop.start(.checkout)
                let caller = try shop.caller(.checkout)
                try await eventually("checkout answers") {
                    try await caller.call(SystemHealth(), timeoutMilliseconds: 2000).status == .notServing
                }
                let reason = try await caller.call(SystemHealth()).reasons.joined()
                #expect(reason.contains("table orders") && reason.contains("restore a backup"), "\(reason)")
                let log = try shop.process(.checkout).errors
                #expect(log.contains("level=error") && log.contains("table orders"), "\(log)")
                #expect(await code { try await buyer.orders() } == "store_damaged")
                #expect(try await buyer.available("mango") == 60, "what is whole is told")
                #expect(await code { try await buyer.setStock("mango", 1) } == "store_damaged")
            }
        }

        /// Turns one bit of the last place where `text` stands.
        private func damage(_ path: String, at text: String) throws {
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            let place = try #require(bytes.range(of: Data(text.utf8), options: .backwards))
            bytes[place.lowerBound] ^= 1
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.seek(toOffset: UInt64(place.lowerBound))
            try file.write(contentsOf: bytes[place])
            try file.close()
        }
    }
}
