package import Contracts
package import Messaging
import WireProtocol

extension PricingMethods {
    /// Creates or replaces offers: all of them, or none when one is bad.
    package func put(_ request: PutOffers, _ context: CallContext) async throws -> ChangeCounts {
        let offers = try resolved(request.offers)
        return try await store.write(
            { ledger in
                try context.requireTime()
                var counts = ChangeCounts()
                for offer in offers {
                    let known = try ledger.offer(offer.sku)
                    if known == offer {
                        counts.unchanged += 1
                        continue
                    }
                    try ledger.save(offer)
                    if known == nil { counts.created += 1 } else { counts.updated += 1 }
                }
                return counts
            }, committed: follow)
    }

    /// Removes offers; those that are not there are no error.
    package func remove(_ request: RemoveOffers, _ context: CallContext) async throws -> RemovedCount {
        try await store.write(
            { ledger in
                try context.requireTime()
                var count = RemovedCount(removed: 0)
                for sku in request.skus where try ledger.remove(sku) { count.removed += 1 }
                return count
            }, committed: follow)
    }

    private func resolved(_ definitions: [OfferDefinition]) throws(Fault) -> [OfferDefinition] {
        let resolution = OfferResolution(policy: policy, calendar: calendar)
        var problems = Problems()
        var resolved: [OfferDefinition] = []
        for (index, definition) in definitions.enumerated() {
            resolved.append(resolution.resolved(definition, &problems, at: "offers[\(index)]"))
        }
        try problems.throwIfAny()
        return resolved
    }
}
