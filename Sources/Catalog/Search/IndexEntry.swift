package import Contracts

/// What a search compares of one product, without its description.
///
/// An object, since a search passes it on tens of thousands of times: one count of references instead of three.
final class IndexEntry: Sendable {
    let sku: String
    /// In the form of `SearchText`.
    let name: [UInt8]
    let category: Int32
    let seller: Int32?
    let tags: [Int32]
    /// Millionths, nil without a rating.
    let rating: Int32?
    /// Nil while nothing was heard of it.
    let selling: Selling?

    init(
        sku: String, name: String, category: Int32, seller: Int32?, tags: [Int32], rating: Double?,
        selling: Selling?
    ) {
        self.sku = sku
        self.name = SearchText.bytes(name)
        self.category = category
        self.seller = seller
        self.tags = tags
        self.rating = rating.map { Int32(($0 * 1_000_000).rounded()) }
        self.selling = selling
    }

    /// The same product, with other numbers for the same values.
    init(_ entry: IndexEntry, category: Int32, seller: Int32?, tags: [Int32]) {
        sku = entry.sku
        name = entry.name
        self.category = category
        self.seller = seller
        self.tags = tags
        rating = entry.rating
        selling = entry.selling
    }

    /// The same product, selling otherwise.
    init(_ entry: IndexEntry, selling: Selling?) {
        sku = entry.sku
        name = entry.name
        category = entry.category
        seller = entry.seller
        tags = entry.tags
        rating = entry.rating
        self.selling = selling
    }
}

/// What the index takes in of a product.
package struct IndexedProduct: Sendable {
    package var sku: Sku
    package var name: String
    package var category: String
    package var seller: String?
    package var tags: [String]
    package var rating: Double?

    package init(
        sku: Sku, name: String, category: String, seller: String?, tags: [String], rating: Double?
    ) {
        self.sku = sku
        self.name = name
        self.category = category
        self.seller = seller
        self.tags = tags
        self.rating = rating
    }

    package init(_ product: Product) {
        self.init(
            sku: product.sku, name: product.name, category: product.category, seller: product.seller?.name,
            tags: product.tags, rating: product.rating)
    }
}
