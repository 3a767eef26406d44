package import Contracts
import WireProtocol

/// So many of a tracked sku, taken by an order; cancelling gives them back.
package struct StockTaking: Codable, Sendable, Equatable {
    package var sku: Sku
    package var quantity: Int64

    package init(sku: Sku, quantity: Int64) {
        self.sku = sku
        self.quantity = quantity
    }

    /// What has become untracked since has no count to add to.
    ///
    /// - Throws: `stock_full` when there are so many now that these cannot be counted as well.
    func giveBack(to books: any CheckoutBooks, at instant: Timestamp) throws {
        guard case .tracked(let onHand) = try books.stock(of: sku) else { return }
        let (sum, overflow) = onHand.addingReportingOverflow(quantity)
        guard !overflow, sum <= StockCount.maximum else {
            throw Fault.stockFull(of: sku, onHand: onHand, returning: quantity)
        }
        try books.change(stockOf: sku, to: .tracked(onHand: sum), at: instant)
    }
}
