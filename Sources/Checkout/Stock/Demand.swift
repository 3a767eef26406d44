import Contracts
import WireProtocol

/// What an order takes from stock: its lines summed per sku.
struct Demand {
    private let lines: [QuoteLine]
    private let sums: [Sku: Int64]

    /// - Throws: `quantity_too_large` when a sum leaves the range.
    init(_ lines: [QuoteLine]) throws(Fault) {
        var sums: [Sku: Int64] = [:]
        for (index, line) in lines.enumerated() {
            let (sum, overflow) = sums[line.sku, default: 0].addingReportingOverflow(line.quantity.value)
            guard !overflow, sum <= StockCount.maximum else {
                throw .invalid([Quantity.tooLarge.detail(at: "lines[\(index)].quantity")])
            }
            sums[line.sku] = sum
        }
        self.lines = lines
        self.sums = sums
    }

    /// What is to be taken from each tracked sku, and what that leaves of it; changes nothing.
    ///
    /// - Throws: `out_of_stock`, naming every line whose sku is short, and what is there of it.
    func check(in books: any CheckoutBooks) throws -> [(taking: StockTaking, left: StockCount)] {
        var takings: [(taking: StockTaking, left: StockCount)] = []
        var available: [Sku: Int64] = [:]
        for (sku, quantity) in sums.sorted(by: { $0.key < $1.key }) {
            guard case .tracked(let onHand) = try books.stock(of: sku) else { continue }
            if quantity > onHand { available[sku] = onHand }
            takings.append((StockTaking(sku: sku, quantity: quantity), .tracked(onHand: onHand - quantity)))
        }
        if !available.isEmpty { throw Fault.outOfStock(shortages(available)) }
        return takings
    }

    private func shortages(_ available: [Sku: Int64]) -> [Fault.Detail] {
        lines.enumerated().compactMap { index, line in
            guard let left = available[line.sku], let wanted = sums[line.sku] else { return nil }
            return Fault.Detail(
                field: "lines[\(index)].quantity", code: "out_of_stock",
                message: "\(wanted) of \(line.sku) are wanted in all, \(left) are there",
                facts: [
                    "sku": .text(line.sku.text), "available": .number(left), "wanted": .number(wanted),
                ])
        }
    }
}
