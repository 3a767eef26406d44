import Contracts
import Messaging
import Pricing
import SQLiteStores
import ServiceProcess

let service = ServiceProcess(
    name: "pricing", summary: "Answers what the shop's things cost.", port: 7020, isSealed: true
) { parts in
    let store = try SQLitePricingStore(path: parts.folder.database, observer: parts.storeHealth)
    let sealKey = try SealKey(file: parts.settings.sealKeyFile, health: parts.health)
    let lock = SealingQuoteLock(key: sealKey.key)
    let stream = PriceStream(
        parts.publisher.memoryStream(ShopStream.prices.rawValue), time: SystemTime(), logger: parts.logger)
    let pricing = try await PricingMethods(store: store, lock: lock, stream: stream)
    if let starter = parts.settings.starterFolder, try await store.isEmpty() {
        _ = try await pricing.put(
            try StarterFolder(path: starter).request(
                PutOffers.self, listing: \.offers, by: \.sku, most: Bounds.skus.upperBound, in: "offers.json"),
            CallContext(method: PutOffers.method, now: SystemTime().now()))
    }
    var handlers = Handlers()
    pricing.register(in: &handlers)
    stream.followSchedule()
    return OpenService(handlers, store: await store.name) {
        sealKey.look()
        try await store.tend(elapsedMilliseconds: $0)
    } close: {
        stream.close()
        try await store.close()
    }
}

service.run()
