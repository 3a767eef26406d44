import Checkout
import Contracts
import FoundationEssentials
import Messaging
import Pricing
import SQLite
import SQLiteStores
import ShopTesting
import Synchronization
import Testing
import WireProtocol

/// What a store told of its disk: the last kind of failure, nil when all is well.
private final class LastFailure: WriteObserver {
    private let last = Mutex<SQLiteError.Kind?>(nil)
    var kind: SQLiteError.Kind? { last.withLock { $0 } }
    func writeFailed(_ error: SQLiteError) { last.withLock { $0 = error.kind } }
    func writesRecovered() { last.withLock { $0 = nil } }
}

/// A store, a change of it, and what is done now and then.
private struct Changeable {
    let change: () async throws -> Void
    let tend: () async throws -> Void
}

/// The three stores behind the one thing that is asked of them here.
enum AnyStore: String, CaseIterable, Sendable {
    case catalog, pricing, checkout

    fileprivate func open(
        _ path: String, vfs: String? = nil, observer: any WriteObserver
    ) throws -> Changeable {
        let sku = try #require(Sku("pen-\(UUID())"))
        switch self {
        case .catalog:
            let store = try SQLiteCatalogStore(path: path, vfs: vfs, observer: observer)
            let counted = Mutex(0)
            return Changeable {
                let name = counted.withLock {
                    $0 += 1; return "Pen \($0)"
                }
                let pen = Product(
                    sku: sku, name: name, description: "", category: "pen", unit: "each", tags: [])
                _ = try await store.put([pen])
            } tend: {
                await store.tend()
            }
        case .pricing:
            let store = try SQLitePricingStore(path: path, vfs: vfs, observer: observer)
            let offer = OfferDefinition(sku: sku, prices: [PricePeriod(currency: .usDollar, unitPrice: 100)])
            return Changeable {
                try await store.write({ try $0.save(offer) }, committed: { _ in })
            } tend: {
                try await store.tend(elapsedMilliseconds: 0)
            }
        case .checkout:
            let store = try SQLiteCheckoutStore(path: path, vfs: vfs, observer: observer)
            let context = { CallContext(method: Restock.method, key: "\(UUID())", now: ManualTime.start) }
            return Changeable {
                let key = try ChangeKey(Restock(changes: []), context())
                _ = try await store.change(
                    key,
                    perform: { books in
                        try books.setStock(.untracked, of: sku)
                        return Remembered(reply: Empty(), memory: [])
                    }, replay: { _, _ in Empty() })
            } tend: {
                try await store.tend(elapsedMilliseconds: 0)
            }
        }
    }
}

@Suite struct StoreFailureTests {
    private let failure = LastFailure()

    private func expectUnavailable(_ change: () async throws -> Void) async {
        let fault = await #expect(throws: Fault.self) { try await change() }
        #expect(fault == Fault.storeUnavailable)
    }

    @Test(arguments: AnyStore.allCases, [CuttingVFS.WriteFailure.full, .ioError])
    func `a failing disk is told to the caller and to the service`(
        kind: AnyStore, failing: CuttingVFS.WriteFailure
    ) async throws {
        let vfs = CuttingVFS()
        let store = try kind.open("/store.sqlite", vfs: vfs.name, observer: failure)
        try await store.change()
        try await store.tend()
        #expect(failure.kind == nil)
        vfs.failWrites(failing)
        await expectUnavailable(store.change)
        #expect(failure.kind == (failing == .full ? .full : .ioError))
        try await store.tend()
        #expect(failure.kind != nil)
        vfs.failWrites(nil)
        try await store.tend()
        #expect(failure.kind == nil)
        try await store.change()
    }

    @Test(arguments: AnyStore.allCases)
    func `while the disk cannot be read every call is unavailable, and may be repeated`(
        kind: AnyStore
    ) async throws {
        let vfs = CuttingVFS()
        try await kind.fill("/store.sqlite", vfs: vfs.name, part: 0)
        let asked = try await kind.question("/store.sqlite", vfs: vfs.name, observer: failure)
        let right = await asked.answers()
        vfs.kill()
        let store = try await kind.question("/store.sqlite", vfs: vfs.name, observer: failure)
        vfs.failReads(true)
        let failing = await store.answers()
        let faults = failing.compactMap(\.code).filter { $0 != "unknown_order" }
        #expect(faults.count > 20 && faults.allSatisfy { $0 == "store_unavailable" }, "\(Set(faults))")
        let change = await #expect(throws: Fault.self) { try await store.change() }
        #expect(change == Fault.storeUnavailable)
        #expect(Fault.storeUnavailable.retryable)
        vfs.failReads(false)
        try await store.tend()
        #expect(failure.kind == nil)
        #expect(await store.answers().map(\.answer) == right.map(\.answer))
        try await store.change()
    }

    /// A killed process leaves what it wrote in the system's hands, synced or not.
    @Test(arguments: [CuttingVFS.WriteFailure.sync, .oneSync], [true, false])
    func `what was refused as its sync failed is not there after a restart`(
        failing: CuttingVFS.WriteFailure, isPowerCut: Bool
    ) async throws {
        let vfs = CuttingVFS()
        let desk = try CheckoutDesk(path: "/store.sqlite", vfs: vfs.name)
        try await desk.setStock("mango", 5)
        let kept = try await desk.place(desk.request(("mango", 1)), key: "kept")
        let request = try desk.request(("mango", 2))
        vfs.failWrites(failing)
        let code = await Attempt { try await desk.place(request, key: "refused") }.code
        if failing == .oneSync {
            // A change that is alone is not tried again; its undoing was synced.
            #expect(code == "store_unavailable")
        } else {
            #expect(code == "unknown_outcome")
        }
        if isPowerCut { vfs.cut() } else { vfs.kill() }
        vfs.failWrites(nil)
        let restarted = try CheckoutDesk(path: "/store.sqlite", vfs: vfs.name, sealingKey: desk.sealingKey)
        #expect(
            await Attempt { try await restarted.order(FindOrder(key: "refused")) }.code == "unknown_order")
        #expect(try await restarted.everyOrder() == [kept])
        #expect(try await restarted.available("mango") == 4)
        let order = try await restarted.place(request, key: "refused")
        #expect(order.number == "2026-000002")
    }

    @Test func `a disk that syncs again makes outcomes certain again`() async throws {
        let vfs = CuttingVFS()
        let desk = try CheckoutDesk(path: "/store.sqlite", vfs: vfs.name)
        try await desk.setStock("mango", 5)
        vfs.failWrites(.sync)
        let request = try desk.request(("mango", 2))
        #expect(await Attempt { try await desk.place(request, key: "k") }.code == "unknown_outcome")
        #expect(await Attempt { try await desk.order(FindOrder(key: "k")) }.code == "unknown_order")
        vfs.failWrites(nil)
        let order = try await desk.place(request, key: "k")
        vfs.failWrites(.full)
        #expect(await Attempt { try await desk.cancel(order) }.code == "store_unavailable")
        vfs.failWrites(nil)
        vfs.kill()
        let restarted = try CheckoutDesk(path: "/store.sqlite", vfs: vfs.name)
        #expect(try await restarted.everyOrder() == [order])
    }

    @Test(arguments: AnyStore.allCases)
    func `no store acknowledges what goes into a folder that was moved away`(kind: AnyStore) async throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.path + "/cornershop-\(UUID())"
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { for end in ["", ".away"] { try? files.removeItem(atPath: folder + end) } }
        let store = try kind.open(folder + "/store.sqlite", observer: failure)
        try await store.change()
        try files.moveItem(atPath: folder, toPath: folder + ".away")
        await expectUnavailable(store.change)
        #expect(failure.kind == .readOnly)
        try files.moveItem(atPath: folder + ".away", toPath: folder)
        try await store.tend()
        #expect(failure.kind == nil)
        try await store.change()
    }
}
