import Contracts
import Messaging
import Pricing
import SQLiteStores
import Sealing
import ServiceProcess

let service = ServiceProcess(
    name: "pricing", summary: "Answers what the shop's things cost.", port: 7020, isSealed: true
) { parts in
    let store = try SQLitePricingStore(path: parts.folder.database, observer: parts.storeHealth)
    let lock = SealingQuoteLock(key: try SealingKey(file: parts.settings.sealKeyFile))
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
    return OpenService(handlers, tend: { try await store.tend(at: $0) }) {
        stream.close()
        try await store.close()
    }
}

service.run()
