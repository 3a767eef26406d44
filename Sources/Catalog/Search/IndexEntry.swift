package import Contracts

/// What a search compares of one product, without its description.
struct IndexEntry {
    let sku: String
    /// In the form of `SearchText`.
    let name: [UInt8]
    let category: Int32
    let seller: Int32?
    let tags: [Int32]
    /// Millionths, nil without a rating.
    let rating: Int32?
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
