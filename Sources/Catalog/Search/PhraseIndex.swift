/// What finds the products whose fields hold given texts, without looking at each product; a store has one.
package protocol PhraseIndex {
    /// The slots, in rising order, of the products that hold every one of `phrases`.
    func slots(holding phrases: [Phrase]) throws -> [Int]

    /// A product's description in the form of `SearchText`; nil when there is no such product.
    func description(at slot: Int) throws -> [UInt8]?
}

/// A text to be found as it is, in the form of `SearchText`, or another spelling of it.
package struct Phrase: Sendable, Equatable {
    /// What a trigram index needs at least.
    static let leastLetters = 3
    /// What it is asked for at most.
    private static let mostLetters = 32
    /// How many trigrams may be there again: each is one more list in which every place is compared with the others.
    private static let mostRepeats = 4

    package enum Field: Sendable {
        case any, description
    }

    package let spellings: [String]
    package let field: Field

    init(_ spellings: String..., in field: Field) {
        self.spellings = spellings
        self.field = field
    }
}

extension SearchWord {
    /// What finds the word in a trigram index: as it is, and where it has signs between its letters, also without them
    /// and with blanks.
    func phrase(in field: Phrase.Field) -> Phrase {
        guard hasInnerSign, let joined else { return Phrase(phrase, in: field) }
        let spaced = bytes.split { SearchText.isGap($0) }.map { String(decoding: $0, as: UTF8.self) }
        return Phrase(phrase, joined.text, spaced.joined(separator: " "), in: field)
    }
}

extension Phrase {
    /// The longest part of a word in which no trigram is there twice; nil where the whole word may be asked for.
    static func part(of letters: [Unicode.Scalar]) -> String? {
        let trigrams = (0...letters.count - leastLetters).map { letters[$0..<$0 + leastLetters] }
        let repeats = trigrams.count - Set(trigrams).count
        guard letters.count > mostLetters || repeats > mostRepeats else { return nil }
        var longest = 0..<0
        var start = 0
        var lastPlaces: [ArraySlice<Unicode.Scalar>: Int] = [:]
        for (place, trigram) in trigrams.enumerated() {
            if let last = lastPlaces[trigram], last >= start { start = last + 1 }
            start = max(start, place + leastLetters - mostLetters)
            lastPlaces[trigram] = place
            if place + leastLetters - start > longest.count { longest = start..<place + leastLetters }
        }
        return String(String.UnicodeScalarView(letters[longest]))
    }
}
