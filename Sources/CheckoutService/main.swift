import Checkout
import Contracts
import Messaging
import SQLiteStores
import ServiceProcess

let service = ServiceProcess(
    name: "checkout", summary: "Counts the shop's stock and takes its orders.", port: 7030, isSealed: true
) { parts in
    let store = try SQLiteCheckoutStore(
        path: parts.folder.database, observer: parts.storeHealth)
    let sealKey = try SealKey(file: parts.settings.sealKeyFile, health: parts.health)
    let checkout = Checkout(store: store, sealingKey: sealKey.key)
    if let starter = parts.settings.starterFolder, try await checkout.isEmpty() {
        let stock = try StarterFolder(path: starter).request(
            Restock.self, listing: \.changes, by: \.sku, most: Bounds.skus.upperBound, in: "stock.json")
        try await checkout.loadStarter(stock, now: SystemTime().now())
    }
    _ = try await CheckoutStreams(of: store, on: parts.publisher)
    var handlers = Handlers()
    checkout.register(in: &handlers)
    return OpenService(handlers, store: await store.name) {
        sealKey.look()
        try await store.tend(elapsedMilliseconds: $0)
    } close: {
        try await store.close()
    }
}

service.run()
