import Contracts
import WireProtocol

/// What one change of a restock makes of a count.
extension StockChange {
    /// - Throws: why it cannot be done, with what is there.
    func applied(to count: StockCount) throws(StockRefusal) -> StockCount {
        if let tracked { return applied(tracked: tracked, to: count) }
        guard case .tracked(let onHand) = count else {
            throw StockRefusal(field: add == nil ? "set" : "add", problem: .untracked(sku))
        }
        if let set { return .tracked(onHand: set.value) }
        let (sum, overflow) = onHand.addingReportingOverflow(add?.value ?? 0)
        guard !overflow, sum <= StockCount.maximum else {
            throw StockRefusal(field: "add", problem: .tooMuch(sku, onHand: onHand))
        }
        guard sum >= 0 else { throw StockRefusal(field: "add", problem: .belowZero(sku, onHand: onHand)) }
        return .tracked(onHand: sum)
    }

    private func applied(tracked: Bool, to count: StockCount) -> StockCount {
        guard tracked else { return .untracked }
        return count == .untracked ? .tracked(onHand: 0) : count
    }
}

/// Why a count cannot change, and at which field of the change.
struct StockRefusal: Error {
    let field: String
    let problem: FieldProblem
}

extension FieldProblem {
    fileprivate static func untracked(_ sku: Sku) -> FieldProblem {
        FieldProblem(
            code: "wrong_state", message: "\(sku) is untracked and has no count: make it tracked first",
            facts: ["sku": .text(sku.text), "state": "untracked", "wanted": "tracked"])
    }

    fileprivate static func tooMuch(_ sku: Sku, onHand: Int64) -> FieldProblem {
        FieldProblem(
            code: "quantity_too_large",
            message: "\(sku): \(onHand) are there, no more can be counted than 2⁵³−1",
            facts: [
                "sku": .text(sku.text), "onHand": .number(onHand),
                "max": .number(StockCount.maximum - onHand),
            ])
    }

    fileprivate static func belowZero(_ sku: Sku, onHand: Int64) -> FieldProblem {
        FieldProblem(
            code: "out_of_stock", message: "\(sku): \(onHand) are there, no more can be taken away",
            facts: ["sku": .text(sku.text), "available": .number(onHand), "min": .number(-onHand)])
    }
}
