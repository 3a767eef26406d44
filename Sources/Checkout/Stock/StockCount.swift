import Contracts
import WireProtocol

/// How many of a sku there are, as the books keep it.
package enum StockCount: Sendable, Equatable {
    case tracked(onHand: Int64)
    /// Made to order: it never runs out.
    case untracked

    /// A sku that was never restocked.
    package static let unknown = StockCount.tracked(onHand: 0)

    package static let maximum = WireInteger.range.upperBound

    func level(of sku: Sku) -> StockLevel {
        switch self {
        case .tracked(let onHand):
            StockLevel(
                sku: sku, tracked: true, onHand: WireInteger(onHand), reserved: 0,
                available: WireInteger(onHand))
        case .untracked:
            StockLevel(sku: sku, tracked: false, onHand: 0, reserved: 0, available: 0)
        }
    }
}
