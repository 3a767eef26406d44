/// A place in the order of hits: what the order compares, held by a cursor.
package struct SearchPosition: Sendable, Equatable {
    /// Whether the hits are those with a typing error.
    package var isSimilar: Bool
    /// The rank, the price, or the rating from high to low.
    package var leading: Int
    /// The name as it is compared.
    package var name: [UInt8]
    package var sku: String

    package init(isSimilar: Bool, leading: Int, name: [UInt8], sku: String) {
        self.isSimilar = isSimilar
        self.leading = leading
        self.name = name
        self.sku = sku
    }

    /// How many bytes of a name the order looks at, so that a cursor stays short.
    static let nameBytes = 256
}
