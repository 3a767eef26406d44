import Catalog
import Contracts
import Messaging
import SQLiteStores
import ServiceProcess

let service = ServiceProcess(
    name: "catalog", summary: "Answers what the shop's things are, and finds them.", port: 7010
) { settings, folder in
    let store = try SQLiteCatalogStore(path: folder.file("catalog.sqlite"))
    if let starter = settings.starterFolder, try await store.isEmpty() {
        let products = try StarterFolder(path: starter).request(PutProducts.self, in: "products.json")
        _ = try await store.put(products.products)
    }
    var handlers = Handlers()
    Catalog(store: store).register(in: &handlers)
    return handlers
}

service.run()
