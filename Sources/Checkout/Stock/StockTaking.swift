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
    func giveBack(to books: any CheckoutBooks, at instant: Timestamp) throws {
        guard case .tracked(let onHand) = try books.stock(of: sku) else { return }
        let sum = min(onHand + quantity, StockCount.maximum)
        try books.change(stockOf: sku, to: .tracked(onHand: sum), at: instant)
    }
}
