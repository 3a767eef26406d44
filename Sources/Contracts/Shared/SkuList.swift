public import WireProtocol

/// A request that is a list of skus.
public protocol SkuList: Request {
    var skus: [Sku] { get }
}

extension SkuList {
    public func validate() throws(Fault) {
        var problems = Problems()
        problems.requireCount(skus.count, in: Bounds.skus, at: "skus")
        try problems.throwIfAny()
    }
}
