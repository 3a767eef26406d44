import WireProtocol

/// What the bodies of requests may be, by what such a request can mean at most (`Bounds`), with room for spaces and
/// escapes. What is not named here has the bounds of every `Request`.
extension QuoteBasket {
    /// 200 lines, each with a note of 1 KiB and about as much of options; coupons, buyer and destination.
    public static let largestBodyBytes = 512 * 1024
    /// 200 lines of 50.
    public static let mostBodyEntries = 10_000
}

extension PlaceOrder {
    /// The token, which is most of it, is one of them.
    public static let mostBodyEntries = 100
}

extension SearchProducts {
    /// A text and three filters of 50 values, each of 1 KiB.
    public static let largestBodyBytes = 256 * 1024
    public static let mostBodyEntries = 1000
}

extension SkuList {
    /// 500 skus of 64 bytes.
    public static var largestBodyBytes: Int { 64 * 1024 }
    public static var mostBodyEntries: Int { 1000 }
}

extension PutProducts {
    /// 500 products of 50 tags each, and their fields.
    public static let mostBodyEntries = 50_000
}

extension Restock {
    /// 500 changes of a sku and a number.
    public static let largestBodyBytes = 128 * 1024
    public static let mostBodyEntries = 5000
}

extension SetPrice {
    /// 50 tiers.
    public static let largestBodyBytes = smallBodyBytes
    public static let mostBodyEntries = 1000
}

extension FindOrder {
    public static let largestBodyBytes = smallBodyBytes
    public static let mostBodyEntries = fewBodyEntries
}

extension ListOrders {
    public static let largestBodyBytes = smallBodyBytes
    public static let mostBodyEntries = fewBodyEntries
}

extension ListLowStock {
    public static let largestBodyBytes = smallBodyBytes
    public static let mostBodyEntries = fewBodyEntries
}

extension GetPriceHistory {
    public static let largestBodyBytes = smallBodyBytes
    public static let mostBodyEntries = fewBodyEntries
}

extension OrderStep {
    public static var largestBodyBytes: Int { smallBodyBytes }
    public static var mostBodyEntries: Int { fewBodyEntries }
}

extension SyncRequest {
    public static var largestBodyBytes: Int { smallBodyBytes }
    public static var mostBodyEntries: Int { fewBodyEntries }
}

/// Of a request with a few fields, none of them long.
private let smallBodyBytes = 16 * 1024
private let fewBodyEntries = 100
