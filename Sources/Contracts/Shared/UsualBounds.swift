/// Beyond these a change is more likely a slip than meant. Services allow it; who changes a shop by hand is asked once more.
public enum UsualBounds {
    /// Units that come in, go, or are there.
    public static let stock: ClosedRange<Int64> = -100_000...100_000
    /// How many times as much or as little the next price is. Nothing at all is always beyond.
    public static let priceFactor: Int64 = 10

    /// Whether a price is like the one before it; nil when there was none.
    public static func isUsual(_ price: Amount, after before: Amount?) -> Bool {
        guard price > .zero else { return false }
        guard let before, before > .zero else { return true }
        let (low, high) = (min(price, before).minorUnits, max(price, before).minorUnits)
        return high / priceFactor < low || high == low * priceFactor
    }
}
