import Contracts
import Sealing
import WireProtocol

/// A quote that pricing locked, with the two things that every locked one has.
struct LockedQuote: Sendable {
    let quote: Quote
    let reference: QuoteReference

    var expiresAt: Timestamp { reference.expiresAt }

    /// - Throws: `invalid_quote` for a token that was forged, altered or sealed for anything else.
    init(opening token: String, with key: SealingKey) throws(Fault) {
        guard let bytes = try? key.open(token, context: SealedQuote.sealContext),
            let sealed = try? WireCoding(.cbor).decode(SealedQuote.self, from: bytes)
        else { throw .invalidQuote }
        try self.init(sealed.quote)
    }

    private init(_ quote: Quote) throws(Fault) {
        // A line of nothing or less would add to stock; pricing never seals one.
        guard let id = quote.id, let expiresAt = quote.expiresAt, !quote.lines.isEmpty,
            quote.lines.allSatisfy({ $0.quantity > 0 })
        else { throw .invalidQuote }
        self.quote = quote
        reference = QuoteReference(id: id, expiresAt: expiresAt)
    }
}
