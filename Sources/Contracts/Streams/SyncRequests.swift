public import WireProtocol

/// Asks the owner of a stream for what a subscriber missed: the events after `after`, when they are still at hand,
/// else the whole state.
public protocol SyncRequest: Request where Reply == StreamPage {
    var stream: String { get }
    /// In which `after` was counted.
    var epoch: String? { get }
    /// The last number that is known already.
    var after: WireInteger? { get }
    /// The most events in the answer, 1 to 1000; it also ends at 64 KiB.
    var limit: WireInteger? { get }
    /// The next page of a snapshot, as the page before named it.
    var cursor: String? { get }
}

/// Catches up on `products`.
public struct CatalogSync: SyncRequest, Equatable {
    public static let method = "catalog.sync"

    public var stream: String
    public var epoch: String?
    public var after: WireInteger?
    public var limit: WireInteger?
    public var cursor: String?

    public init(
        stream: ShopStream = .products, epoch: String? = nil, after: WireInteger? = nil,
        limit: WireInteger? = nil, cursor: String? = nil
    ) {
        self.stream = stream.rawValue
        self.epoch = epoch
        self.after = after
        self.limit = limit
        self.cursor = cursor
    }
}

/// Catches up on `prices`.
public struct PricingSync: SyncRequest, Equatable {
    public static let method = "pricing.sync"

    public var stream: String
    public var epoch: String?
    public var after: WireInteger?
    public var limit: WireInteger?
    public var cursor: String?

    public init(
        stream: ShopStream = .prices, epoch: String? = nil, after: WireInteger? = nil,
        limit: WireInteger? = nil, cursor: String? = nil
    ) {
        self.stream = stream.rawValue
        self.epoch = epoch
        self.after = after
        self.limit = limit
        self.cursor = cursor
    }
}

/// Catches up on `stock` or `orders`, from any position.
public struct CheckoutSync: SyncRequest, Equatable {
    public static let method = "checkout.sync"

    public var stream: String
    public var epoch: String?
    public var after: WireInteger?
    public var limit: WireInteger?
    public var cursor: String?

    public init(
        stream: ShopStream, epoch: String? = nil, after: WireInteger? = nil, limit: WireInteger? = nil,
        cursor: String? = nil
    ) {
        self.stream = stream.rawValue
        self.epoch = epoch
        self.after = after
        self.limit = limit
        self.cursor = cursor
    }
}
