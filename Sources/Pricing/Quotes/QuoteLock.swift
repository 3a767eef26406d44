package import Contracts
package import Sealing
package import WireProtocol

/// What makes a quote binding; the only part of a quote that is not the same twice.
package protocol QuoteLock: Sendable {
    /// Unguessable, never given out before.
    func newQuoteID() -> String

    /// The token that checkout opens.
    func seal(_ quote: SealedQuote) throws(Fault) -> String
}

extension QuoteLock {
    /// The quote with an id, an expiry, and the token that holds both.
    func locked(_ quote: Quote, for customer: String?) throws(Fault) -> Quote {
        var locked = quote
        locked.id = newQuoteID()
        locked.expiresAt = quote.at.adding(milliseconds: SealedQuote.lockMilliseconds)
        locked.token = try seal(SealedQuote(quote: locked, customer: customer))
        return locked
    }
}

/// Locks by the key that pricing and checkout share.
package struct SealingQuoteLock: QuoteLock {
    private let key: SealingKey

    package init(key: SealingKey) { self.key = key }

    package func newQuoteID() -> String { randomIdentifier() }

    package func seal(_ quote: SealedQuote) throws(Fault) -> String {
        key.seal(try WireCoding(.cbor).encode(quote), context: SealedQuote.sealContext)
    }
}
