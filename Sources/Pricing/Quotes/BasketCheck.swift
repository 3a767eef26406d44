import Contracts
import WireProtocol

/// Finds what a basket's lines stand for in the book, and everything that is wrong with them.
struct BasketCheck {
    let book: PriceBook
    let currency: Currency
    let at: Timestamp
    private var problems = Problems()

    init(_ book: PriceBook, _ currency: Currency, at: Timestamp) {
        self.book = book
        self.currency = currency
        self.at = at
    }

    /// - Throws: one fault that lists all problems in the order of the lines; the first one names it.
    mutating func sources(_ lines: [BasketLine]) throws(Fault) -> [LineSource] {
        var sources: [LineSource] = []
        sources.reserveCapacity(lines.count)
        for index in lines.indices {
            if let source = source(of: index, in: lines) { sources.append(source) }
        }
        if !problems.details.isEmpty { throw fault }
        return sources
    }

    /// The line is named by its index: a line of its own would be a copy of all that it holds.
    private mutating func source(of index: Int, in lines: [BasketLine]) -> LineSource? {
        guard let entry = book[lines[index].sku] else {
            add(unknown(lines[index].sku), index, "sku")
            return nil
        }
        if let problem = entry.quantity.problem(lines[index].quantity) { add(problem, index, "quantity") }
        let choices = entry.menu.selected(
            lines[index].options, currency, &problems, at: "lines[\(index)]")
        guard let price = entry.price(currency, at: at) else {
            add(unpriced(lines[index].sku), index, "sku")
            return nil
        }
        return LineSource(
            entry: entry, price: price, choices: choices, quantity: lines[index].quantity.value)
    }

    private func unknown(_ sku: Sku) -> FieldProblem {
        FieldProblem(code: "unknown_sku", message: "no product \(sku)", facts: ["sku": .text(sku.text)])
    }

    private func unpriced(_ sku: Sku) -> FieldProblem {
        FieldProblem(
            code: "no_price", message: "\(sku) has no price in \(currency) at \(at.rfc3339)",
            facts: ["sku": .text(sku.text), "currency": .text(currency.code)])
    }

    private mutating func add(_ problem: FieldProblem, _ index: Int, _ field: String) {
        problems.add(problem, at: "lines[\(index)].\(field)")
    }

    private var fault: Fault {
        var fault = Fault.invalid(problems.details)
        if fault.code == "unknown_sku" || fault.code == "no_price" { fault.status = .notFound }
        return fault
    }
}
