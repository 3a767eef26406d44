/// The body of `product.removed` and `offer.removed`.
public struct RemovedSku: Codable, Sendable, Equatable {
    public var sku: Sku

    public init(sku: Sku) { self.sku = sku }
}
