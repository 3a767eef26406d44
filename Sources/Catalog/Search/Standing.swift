import Contracts

/// How well a product answers a search: the place first, then how the word stands there; less is better.
///
/// It depends on the product and the search alone, never on other products, so that pages stay stable.
struct Standing: Sendable, Comparable {
    enum Place: Int { case name, category, description }

    /// `joined` is the whole word with other signs or blanks between its letters, or without them.
    enum Form: Int, Comparable, CaseIterable {
        case whole, joined, prefix, part, joinedPrefix

        static func < (left: Form, right: Form) -> Bool { left.rawValue < right.rawValue }
    }

    let rank: Int

    init(_ place: Place, _ form: Form) { rank = place.rawValue * Form.allCases.count + form.rawValue }

    private init(rank: Int) { self.rank = rank }

    static let best = Standing(rank: 0)

    var place: Place { Place(rawValue: rank / Form.allCases.count) ?? .description }

    var match: SearchMatch {
        switch place {
        case .name: .name
        case .category: .category
        case .description: .description
        }
    }

    static func < (left: Standing, right: Standing) -> Bool { left.rank < right.rank }
}

extension Standing.Form {
    /// The best form in which `word` stands in `field`, in the form of `SearchText`; nil when it does not.
    ///
    /// Each letter is looked at about once, however often the word repeats itself (Knuth, Morris, Pratt).
    init?(of word: SearchWord, in field: [UInt8]) {
        let space = UInt8(ascii: " ")
        let (letters, borders) = (word.bytes, word.borders)
        var best: Standing.Form?
        var same = 0
        for place in field.indices {
            while same > 0, field[place] != letters[same] { same = borders[same - 1] }
            guard field[place] == letters[same] else { continue }
            same += 1
            guard same == letters.count else { continue }
            same = borders[same - 1]
            // The field begins and ends with a space, so there is a byte on either side of a word.
            if field[place - letters.count] != space {
                best = best ?? .part
            } else if field[place + 1] == space {
                self = .whole
                return
            } else {
                best = .prefix
            }
        }
        guard let best else { return nil }
        self = best
    }
}
