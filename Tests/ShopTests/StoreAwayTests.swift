import Contracts
import Foundation
import Messaging
import Testing
import WireProtocol

extension RealProcesses {
    /// A data folder that is moved away under a running service.
    @Suite struct StoreAway {
        @Test(arguments: ShopService.allCases)
        func `a service without its data folder acknowledges nothing and says so until it is back`(
            service: ShopService
        ) async throws {
            try await ShopProcesses.open([service]) { shop in
                let caller = try shop.caller(service)
                try await change(caller, service, "before")
                let folder = shop.dataFolder(service)
                try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
                try await expectRefused(caller, service)
                let health = try await caller.call(SystemHealth())
                #expect(health.status == .notServing)
                #expect(health.reasons.contains { $0.contains("moved away") }, "\(health)")
                let check = try await shop.run(service, ["--bind", shop.endpoint(service), "--check"])
                #expect(check.exit == .exit(1) && check.output.hasPrefix("not_serving: "), "\(check)")
                let log = try shop.process(service).errors
                #expect(log.contains("level=error msg=\"the store takes no changes\""), "\(log)")

                try FileManager.default.moveItem(atPath: folder + ".away", toPath: folder)
                try await eventually("\(service) serves again") {
                    try await caller.call(SystemHealth()).status == .serving
                }
                try await change(caller, service, "after")
                #expect(try shop.process(service).errors.contains("the store takes changes again"))
            }
        }

        @Test(arguments: ShopService.allCases)
        func `a data folder that is deleted shows though nobody changes anything`(
            service: ShopService
        ) async throws {
            try await ShopProcesses.open([service]) { shop in
                let caller = try shop.caller(service)
                try FileManager.default.removeItem(atPath: shop.dataFolder(service))
                try await eventually("\(service) says that its store is away") {
                    try await caller.call(SystemHealth()).status == .notServing
                }
                try await expectRefused(caller, service)
                try await shop.end(service)
            }
        }

        private func change(_ caller: Caller, _ service: ShopService, _ text: String) async throws {
            let kiwi = try #require(Sku("kiwi"))
            switch service {
            case .catalog:
                let kiwi = Product(
                    sku: kiwi, name: text, description: "", category: "fruit", unit: "each", tags: [])
                _ = try await caller.call(PutProducts(products: [kiwi]))
            case .pricing:
                let price = SetPrice(sku: kiwi, currency: .usDollar, unitPrice: 100)
                _ = try await caller.call(price, key: text)
            case .checkout:
                _ = try await caller.call(Restock(changes: [StockChange(sku: kiwi, add: 1)]), key: text)
            }
        }

        private func expectRefused(_ caller: Caller, _ service: ShopService) async throws {
            let error = await #expect(throws: CallError.self) {
                try await change(caller, service, "\(UUID())")
            }
            guard case .fault(let fault)? = error?.reason else {
                Issue.record("no fault: \(String(describing: error))")
                return
            }
            #expect(fault.status == .unavailable && fault.code == "store_unavailable")
            #expect(fault.retryable)
        }
    }
}
