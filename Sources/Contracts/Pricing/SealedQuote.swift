public import CBOR
import WireProtocol

/// What a locked quote's token holds: pricing seals it, checkout opens it, nobody else can do either.
///
/// The quote inside carries `id` and `expiresAt`, and no token.
public struct SealedQuote: Codable, Sendable, Equatable {
    /// Binds the seal to its purpose, so that no other sealed text of the shop passes for a quote.
    public static let sealContext = "cornershop quote 1"

    /// How long a lock holds the price.
    public static let lockMilliseconds: Int64 = 15 * 60 * 1000

    public var quote: Quote
    /// The buyer's email as it was quoted for.
    public var customer: String?

    public init(quote: Quote, customer: String? = nil) {
        self.quote = quote
        self.customer = customer
    }
}

extension SealedQuote: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("quote", quote)
        writer.field("customer", ifPresent: customer)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        quote = try reader.field("quote")
        customer = try reader.fieldIfPresent("customer")
        try reader.end(map)
    }
}
