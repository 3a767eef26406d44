import Contracts
import Messaging
import Pricing
import SQLiteStores
import Sealing
import ServiceProcess

let service = ServiceProcess(
    name: "pricing", summary: "Answers what the shop's things cost.", port: 7020, isSealed: true
) { settings, folder in
    let store = try SQLitePricingStore(path: folder.file("pricing.sqlite"))
    let lock = SealingQuoteLock(key: try SealingKey(file: settings.sealKeyFile))
    let pricing = try await PricingMethods(store: store, lock: lock)
    if let starter = settings.starterFolder, try await store.isEmpty() {
        _ = try await pricing.put(
            try StarterFolder(path: starter).request(PutOffers.self, in: "offers.json"))
    }
    var handlers = Handlers()
    pricing.register(in: &handlers)
    return handlers
}

service.run()
