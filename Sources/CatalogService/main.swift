import Catalog
import Contracts
import Messaging
import SQLiteStores
import ServiceProcess

let service = ServiceProcess(
    name: "catalog", summary: "Answers what the shop's things are, and finds them.", port: 7010
) { parts in
    let store = try SQLiteCatalogStore(path: parts.folder.file("catalog.sqlite"))
    if let starter = parts.settings.starterFolder, try await store.isEmpty() {
        let products = try StarterFolder(path: starter).request(PutProducts.self, in: "products.json")
        _ = try await store.put(products.products)
    }
    _ = await ProductStream(of: store, on: parts.publisher, time: SystemTime(), logger: parts.logger)
    var handlers = Handlers()
    Catalog(store: store).register(in: &handlers)
    return OpenService(handlers)
}

service.run()
