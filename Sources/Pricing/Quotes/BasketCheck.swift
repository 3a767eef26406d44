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
            if let source = source(lines[index], index) { sources.append(source) }
        }
        if !problems.details.isEmpty { throw fault }
        return sources
    }

    private mutating func source(_ line: BasketLine, _ index: Int) -> LineSource? {
        guard let entry = book[line.sku] else {
            let facts = ["sku": Fault.Fact.text(line.sku.text)]
            add(
                FieldProblem(code: "unknown_sku", message: "no product \(line.sku)", facts: facts), index,
                "sku")
            return nil
        }
        if let problem = entry.quantity.problem(line.quantity) { add(problem, index, "quantity") }
        let choices = entry.menu.selected(line.options ?? [:], currency, &problems, at: "lines[\(index)]")
        guard let price = entry.price(currency, at: at) else {
            let facts = ["sku": Fault.Fact.text(line.sku.text), "currency": .text(currency.code)]
            let message = "\(line.sku) has no price in \(currency) at \(at.rfc3339)"
            add(FieldProblem(code: "no_price", message: message, facts: facts), index, "sku")
            return nil
        }
        return LineSource(
            entry: entry, price: price, choices: choices, quantity: line.quantity.value)
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
