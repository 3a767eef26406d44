import Contracts
import WireProtocol

/// A quote while the steps work on it.
struct QuoteDraft: ~Copyable {
    let terms: QuoteTerms
    var quote: Quote
    /// What the book says about the line of the same index.
    let sources: [LineSource]
}

/// What holds for the whole of a quote and no step changes.
struct QuoteTerms {
    let currency: Currency
    let country: String
    /// As the buyer named them.
    let coupons: [String]
    /// Whether each step notes what it did. Texts are made only then.
    let explains: Bool
}

/// Where a line's price comes from.
struct LineSource {
    let entry: PriceBookEntry
    let price: TimedPrice
    /// In the order of the offer's options.
    let choices: [SelectedChoice]
    let quantity: Int64
}

/// A choice of the buyer with its surcharge in the quote's currency.
struct SelectedChoice {
    let group: String
    let id: String
    let surcharge: Amount
    let per: SurchargeBasis
}

extension QuoteDraft {
    /// What the texts of an explanation tell; nil when nobody asked for one.
    var explanation: QuoteTerms? { terms.explains ? terms : nil }

    consuming func finished() -> Quote { quote }

    /// Runs `change` on every line in turn; an amount beyond all bounds becomes a fault that names the line.
    ///
    /// It is lent all sources and the line's index, since a source of its own would be a copy.
    mutating func onEachLine(
        _ change: (inout QuoteLine, _ sources: [LineSource], _ index: Int) throws(FieldProblem) -> Void
    ) throws(Fault) {
        let sources = sources
        for index in sources.indices {
            do {
                try change(&quote.lines[index], sources, index)
            } catch {
                throw Fault.invalid([error.detail(at: "lines[\(index)]")])
            }
        }
    }
}
