public import WireProtocol

/// A reduction of lines or of the order: percent, a fixed amount, or buy-X-get-Y.
public struct Promotion: Codable, Sendable, Equatable {
    public var id: String
    public var name: String
    public var scope: PromotionScope
    /// Parts per million of the current amount: 10 % is 100,000.
    public var percentPpm: WireInteger?
    public var amount: Amount?
    public var currency: Currency?
    /// Buy this many …
    public var buy: Quantity?
    /// … and get this many more free.
    public var get: Quantity?
    /// Absent: every sku.
    public var skus: [Sku]?
    /// Applies only when the basket names this coupon.
    public var coupon: String?
    public var minSubtotal: Amount?
    public var from: ValidityBound?
    public var until: ValidityBound?
    /// The lowest applies first; equal ones by id.
    public var priority: WireInteger
    /// An exclusive promotion applies alone.
    public var exclusive: Bool
    public var maxDiscount: Amount?
    /// How often it may be used in all.
    public var limit: WireInteger?
    public var limitPerCustomer: WireInteger?

    public init(
        id: String, name: String, scope: PromotionScope, percentPpm: WireInteger? = nil,
        amount: Amount? = nil,
        currency: Currency? = nil, buy: Quantity? = nil, get: Quantity? = nil, skus: [Sku]? = nil,
        coupon: String? = nil, minSubtotal: Amount? = nil, from: ValidityBound? = nil,
        until: ValidityBound? = nil, priority: WireInteger, exclusive: Bool, maxDiscount: Amount? = nil,
        limit: WireInteger? = nil, limitPerCustomer: WireInteger? = nil
    ) {
        self.id = id
        self.name = name
        self.scope = scope
        self.percentPpm = percentPpm
        self.amount = amount
        self.currency = currency
        self.buy = buy
        self.get = get
        self.skus = skus
        self.coupon = coupon
        self.minSubtotal = minSubtotal
        self.from = from
        self.until = until
        self.priority = priority
        self.exclusive = exclusive
        self.maxDiscount = maxDiscount
        self.limit = limit
        self.limitPerCustomer = limitPerCustomer
    }
}

/// What a promotion reduces.
public enum PromotionScope: String, WireEnum {
    case line, order
}

/// Creates or replaces promotions: all of them, or none when one is bad.
public struct PutPromotions: Request, Equatable {
    public typealias Reply = ChangeCounts
    public static let method = "pricing.putPromotions"

    public var promotions: [Promotion]

    public init(promotions: [Promotion]) { self.promotions = promotions }
}

/// Reads all promotions.
public struct ListPromotions: Request, Equatable {
    public static let method = "pricing.promotions"

    public init() {}

    public struct Reply: Codable, Sendable, Equatable {
        public var promotions: [Promotion]

        public init(promotions: [Promotion]) { self.promotions = promotions }
    }
}

/// Removes promotions; those that are not there are no error.
public struct RemovePromotions: Request, Equatable {
    public typealias Reply = RemovedCount
    public static let method = "pricing.removePromotions"

    public var ids: [String]

    public init(ids: [String]) { self.ids = ids }
}
