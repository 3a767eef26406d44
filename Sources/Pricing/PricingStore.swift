package import Contracts
package import Messaging

/// Where offers are kept.
package protocol PricingStore: Sendable {
    /// Every offer, for the start.
    func allOffers() async throws -> [OfferDefinition]

    /// The offers among `skus` that are there, in that order.
    func offers(_ skus: [Sku]) async throws -> [OfferDefinition]

    /// Runs `change` in one transaction, all or nothing; what it throws takes everything back.
    ///
    /// `committed` is told what is durable before the next change starts, so whoever follows it sees the changes
    /// in the order of the store. It is not called when nothing changed.
    ///
    /// - Throws: what `change` throws; `store_unavailable`.
    func write<Answer: Sendable>(
        _ change: @escaping @Sendable (any OfferLedger) throws -> Answer,
        committed: @escaping @Sendable (OfferChanges) -> Void
    ) async throws -> Answer
}

/// The offers as one change sees them: nobody else reads or writes until it is done.
package protocol OfferLedger {
    func offer(_ sku: Sku) throws -> OfferDefinition?

    func save(_ offer: OfferDefinition) throws

    /// False when it was not there.
    func remove(_ sku: Sku) throws -> Bool

    /// The answer that the call with this key was given; nil for a new key.
    ///
    /// - Throws: `idempotency_conflict` when the key came with another request.
    func answer(of key: ChangeKey) throws -> [UInt8]?

    /// Keeps the answer together with the effect.
    func keep(_ answer: [UInt8], of key: ChangeKey) throws
}

/// What one transaction did to the offers.
package struct OfferChanges: Sendable, Equatable {
    package var saved: [OfferDefinition]
    package var removed: [Sku]

    package init(saved: [OfferDefinition] = [], removed: [Sku] = []) {
        self.saved = saved
        self.removed = removed
    }

    package var isEmpty: Bool { saved.isEmpty && removed.isEmpty }
}
