/// The bounds that hold for every request.
public enum Bounds {
    /// Lines of one basket.
    public static let lines = 1...200
    /// Skus, products or offers of one request.
    public static let skus = 1...500
    /// Items of one page.
    public static let limit: ClosedRange<Int64> = 1...100
    public static let defaultLimit: Int64 = 20
    /// Bytes of a product's description.
    public static let descriptionBytes = 16 * 1024
    /// Bytes of any other text.
    public static let textBytes = 1024
    /// Tags of a product, coupons of a basket, values of one filter.
    public static let words = 0...50
    /// Prices of an offer, in all currencies, that are not over.
    public static let prices = 1...500
    /// Bytes of what a page lists, and of the body of an event, as JSON: on a slow link one message of megabytes never
    /// arrives.
    public static let pageBytes = 60 * 1024
    /// Bytes of a locked quote's token, so that what can be locked can be placed: with the longest buyer beside it
    /// the order is still within what a service reads.
    public static let tokenBytes = 768 * 1024
}
