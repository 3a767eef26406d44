/// What finds the products whose fields hold given texts, without looking at each product; a store has one.
package protocol PhraseIndex {
    /// The slots, in rising order, of the products that hold every one of `phrases`.
    func slots(holding phrases: [Phrase]) throws -> [Int]

    /// A product's description in the form of `SearchText`; nil when there is no such product.
    func description(at slot: Int) throws -> [UInt8]?
}

/// A text to be found as it is, in the form of `SearchText`.
package struct Phrase: Sendable, Equatable {
    /// What a trigram index needs at least.
    static let leastLetters = 3
    /// What it is asked for at most.
    static let mostLetters = 32

    package enum Field: Sendable {
        case any, description
    }

    package let text: String
    package let field: Field
}
