import Contracts
import WireProtocol

/// A quote while the steps work on it.
struct QuoteDraft {
    let policy: Policy
    /// As the buyer named them.
    let coupons: [String]
    var quote: Quote
    /// What the book says about the line of the same index.
    let sources: [LineSource]

    /// Whether each step notes what it did. Texts are made only then.
    var explains: Bool { quote.why != nil }
}

/// Where a line's price comes from.
struct LineSource {
    let entry: PriceBookEntry
    let price: TimedPrice
    /// In the order of the offer's options.
    let choices: [SelectedChoice]
}

/// A choice of the buyer with its surcharge in the quote's currency.
struct SelectedChoice {
    let group: String
    let id: String
    let surcharge: Amount
    let per: SurchargeBasis
}

extension QuoteDraft {
    /// Runs `change` on every line in turn; an amount beyond all bounds becomes a fault that names the line.
    mutating func onEachLine(
        _ change: (inout QuoteLine, LineSource, QuoteDraft) throws(FieldProblem) -> Void
    ) throws(Fault) {
        for index in sources.indices {
            var line = quote.lines[index]
            do {
                try change(&line, sources[index], self)
            } catch {
                throw Fault.invalid([error.detail(at: "lines[\(index)]")])
            }
            quote.lines[index] = line
        }
    }
}
