import Catalog
import Contracts
import Messaging
import SQLiteStores
import ServiceProcess

let service = ServiceProcess(
    name: "catalog", summary: "Answers what the shop's things are, and finds them.", port: 7010,
    peers: [Peer("pricing", port: 7020), Peer("checkout", port: 7030)]
) { parts in
    let store = try SQLiteCatalogStore(path: parts.folder.database, observer: parts.storeHealth)
    if let starter = parts.settings.starterFolder, try await store.isEmpty() {
        let products = try StarterFolder(path: starter).request(
            PutProducts.self, listing: \.products, by: \.sku, most: Bounds.skus.upperBound,
            in: "products.json")
        _ = try await store.put(products.products)
    }
    _ = await ProductStream(of: store, on: parts.publisher, time: SystemTime(), logger: parts.logger)
    let views = SellingViews(store: store, time: SystemTime())
    views.follow([
        parts.subscriber(to: .prices, of: "pricing"), parts.subscriber(to: .stock, of: "checkout"),
    ])
    let replicas = PeerReplicas(of: parts)
    parts.health.addNotes { views.notes + replicas.notes }
    var handlers = Handlers()
    Catalog(store: store, views: views).register(in: &handlers)
    return OpenService(
        handlers, store: await store.name,
        tend: { _ in
            await store.tend()
            await replicas.look()
        }
    ) {
        views.close()
        try await store.close()
    }
}

extension ServiceParts {
    fileprivate func subscriber(to stream: ShopStream, of peer: String) -> Subscriber {
        var following = SubscriberSettings(
            service: peer, endpoints: settings.peers[peer] ?? [],
            streams: [StreamSelection(stream.rawValue)])
        following.mostWaitingUpdates = 4096
        following.mostWaitingBytes = 4 << 20
        return Subscriber(following, reactor: reactor, counters: counters, logger: logger)
    }
}

service.run()
