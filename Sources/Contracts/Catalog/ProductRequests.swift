public import WireProtocol

/// Reads products by sku.
public struct GetProducts: SkuList, Equatable {
    public static let method = "catalog.get"

    public var skus: [Sku]

    public init(skus: [Sku]) { self.skus = skus }

    public struct Reply: Codable, Sendable, Equatable {
        public var products: [Product]
        public var missing: [Sku]

        public init(products: [Product], missing: [Sku]) {
            self.products = products
            self.missing = missing
        }
    }
}

/// Creates or replaces products: all of them, or none when one is bad.
public struct PutProducts: Request, Equatable {
    public typealias Reply = ChangeCounts
    public static let method = "catalog.put"
    public static let repetition = Repetition.idempotentChange

    public var products: [Product]

    public init(products: [Product]) { self.products = products }

    public func validate() throws(Fault) {
        var problems = Problems()
        problems.requireCount(products.count, in: Bounds.skus, at: "products")
        var seen: Set<Sku> = []
        for (index, product) in products.enumerated() {
            product.check(&problems, at: "products[\(index)]")
            if !seen.insert(product.sku).inserted {
                problems.add("invalid_request", "\(product.sku) is there twice", at: "products[\(index)].sku")
            }
        }
        try problems.throwIfAny()
    }
}

/// Removes products; those that are not there are no error.
public struct RemoveProducts: SkuList, Equatable {
    public typealias Reply = RemovedCount
    public static let method = "catalog.remove"
    public static let repetition = Repetition.idempotentChange

    public var skus: [Sku]

    public init(skus: [Sku]) { self.skus = skus }
}
