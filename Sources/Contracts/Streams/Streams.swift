/// The names of the shop's streams.
public enum ShopStream: String, Sendable, CaseIterable {
    /// Catalog's: what things are.
    case products
    /// Pricing's: how they sell.
    case prices
    /// Checkout's: how many there are.
    case stock
    /// Checkout's: what was bought.
    case orders
}

/// The types of events, as they stand on the wire.
public enum ShopEvent: String, Sendable, CaseIterable {
    case productChanged = "product.changed"
    case productRemoved = "product.removed"
    case priceChanged = "price.changed"
    case offerRemoved = "offer.removed"
    case promotionChanged = "promotion.changed"
    case policyChanged = "policy.changed"
    case stockChanged = "stock.changed"
    case orderPlaced = "order.placed"
    case orderPaid = "order.paid"
    case orderShipped = "order.shipped"
    case orderDelivered = "order.delivered"
    case orderCancelled = "order.cancelled"
    case orderRefunded = "order.refunded"
}
