import Contracts
import WireProtocol

/// All changes of a restock or, when one is bad, none: then every bad one is named.
struct Restocking {
    let changes: [StockChange]
    let now: Timestamp

    func run(in books: any CheckoutBooks) throws -> StockLevels {
        var refusals: [Fault.Detail] = []
        var levels: [StockLevel] = []
        for (index, change) in changes.enumerated() {
            let count = try books.stock(of: change.sku)
            switch Result(catching: { () throws(StockRefusal) in try change.applied(to: count) }) {
            case .success(let count):
                try books.change(stockOf: change.sku, to: count, at: now)
                levels.append(count.level(of: change.sku))
            case .failure(let refusal):
                refusals.append(refusal.problem.detail(at: "changes[\(index)].\(refusal.field)"))
            }
        }
        if let fault = Fault.refusedRestock(refusals) { throw fault }
        return StockLevels(levels: levels)
    }
}

extension Fault {
    /// The first refusal gives the code; whether the request is wrong by itself or by what is there, the status.
    fileprivate static func refusedRestock(_ refusals: [Fault.Detail]) -> Fault? {
        guard let first = refusals.first else { return nil }
        let status = first.code == "quantity_too_large" ? Status.invalidArgument : .failedPrecondition
        return Fault(
            status, code: first.code, message: "\(first.field): \(first.message)", details: refusals)
    }
}
