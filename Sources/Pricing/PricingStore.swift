package import Contracts
package import Messaging

/// Where offers are kept.
package protocol PricingStore: Sendable {
    /// Every offer, for the start.
    func allOffers() async throws -> [OfferDefinition]

    /// The offers among `skus` that are there, in that order.
    func offers(_ skus: [Sku]) async throws -> [OfferDefinition]

    /// The offer and the prices of a currency that have left it since they are over, in the order of time; nil when
    /// there is no such offer.
    func history(_ sku: Sku, _ currency: Currency) async throws -> PriceRecord?

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

    /// What the offer says of a time holds for it, whatever was retired.
    func save(_ offer: OfferDefinition) throws

    /// Keeps prices that are over as the history of an offer that has just been saved without them.
    func retire(_ past: [PricePeriod], of sku: Sku) throws

    /// False when it was not there.
    func remove(_ sku: Sku) throws -> Bool

    /// The answer that the call with this key was given; nil for a new key.
    ///
    /// - Throws: `idempotency_conflict` when the key came with another request.
    func answer(of key: ChangeKey) throws -> [UInt8]?

    /// Keeps the answer together with the effect.
    func keep(_ answer: [UInt8], of key: ChangeKey) throws
}

/// An offer, and what one of its prices was before.
package struct PriceRecord: Sendable, Equatable {
    package var offer: OfferDefinition
    package var past: [PricePeriod]

    package init(offer: OfferDefinition, past: [PricePeriod]) {
        self.offer = offer
        self.past = past
    }
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
