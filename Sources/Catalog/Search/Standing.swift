import Contracts

/// How well a product answers a search: the place first, then how the word stands there; less is better.
///
/// It depends on the product and the search alone, never on other products, so that pages stay stable.
struct Standing: Sendable, Comparable {
    enum Place: Int { case name, category, description }

    enum Form: Int, Comparable {
        case whole, prefix, part

        static func < (left: Form, right: Form) -> Bool { left.rawValue < right.rawValue }
    }

    let rank: Int

    init(_ place: Place, _ form: Form) { rank = place.rawValue * 3 + form.rawValue }

    private init(rank: Int) { self.rank = rank }

    static let best = Standing(rank: 0)

    var place: Place { Place(rawValue: rank / 3) ?? .description }

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
    /// The best form in which `word` stands in `field`, both in the form of `SearchText`; nil when it does not.
    init?(of word: [UInt8], in field: [UInt8]) {
        let space = UInt8(ascii: " ")
        var best: Standing.Form?
        // The field begins and ends with a space, so there is a byte on either side of a word.
        var start = 1
        let last = field.count - word.count - 1
        while start <= last {
            defer { start += 1 }
            guard field[start] == word[0], Self.isEqual(word, field, from: start) else { continue }
            guard field[start - 1] == space else {
                best = best ?? .part
                continue
            }
            if field[start + word.count] == space {
                best = .whole
                break
            }
            best = .prefix
        }
        guard let best else { return nil }
        self = best
    }

    private static func isEqual(_ word: [UInt8], _ field: [UInt8], from start: Int) -> Bool {
        for offset in 1..<max(word.count, 1) where field[start + offset] != word[offset] { return false }
        return true
    }
}
