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
        let token = try seal(SealedQuote(quote: locked, customer: customer))
        guard token.utf8.count <= Bounds.tokenBytes else { throw .tooLargeToLock(token.utf8.count) }
        locked.token = token
        return locked
    }
}

extension Fault {
    fileprivate static func tooLargeToLock(_ bytes: Int) -> Fault {
        .invalid([
            Detail(
                field: "lines", code: "quote_too_large",
                message: """
                    the locked quote would be \(bytes) bytes, at most \(Bounds.tokenBytes) are allowed: \
                    leave out notes and explain, or order in parts
                    """,
                facts: ["max": .number(Int64(Bounds.tokenBytes))])
        ])
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
