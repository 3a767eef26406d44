import Checkout
import Contracts
import Messaging
import SQLiteStores
import Sealing
import ServiceProcess

let service = ServiceProcess(
    name: "checkout", summary: "Counts the shop's stock and takes its orders.", port: 7030, isSealed: true
) { settings, folder in
    let store = try SQLiteCheckoutStore(path: folder.file("checkout.sqlite"))
    let checkout = Checkout(store: store, sealingKey: try SealingKey(file: settings.sealKeyFile))
    if let starter = settings.starterFolder, try await checkout.isEmpty() {
        let stock = try StarterFolder(path: starter).request(Restock.self, in: "stock.json")
        _ = try await checkout.restock(
            stock, CallContext(method: Restock.method, key: "starter", now: SystemTime().now()))
    }
    var handlers = Handlers()
    checkout.register(in: &handlers)
    return handlers
}

service.run()
