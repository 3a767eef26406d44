/// A word of a search, to be found with one typing error: a letter too many, one missing, one wrong, or two
/// neighbours swapped.
struct MistypedWord {
    private let bytes: [UInt8]
    private let scalars: [UInt32]

    init(_ word: SearchWord) {
        bytes = word.bytes
        scalars = word.text.unicodeScalars.map(\.value)
    }

    /// The best form in which something one error away stands in `field`, which is in the form of `SearchText`;
    /// and how many letters were looked at.
    func form(in field: [UInt8]) -> (form: Standing.Form?, letters: Int) {
        if bytes.count == scalars.count, field.allSatisfy({ $0 < 0x80 }) {
            var search = OneErrorSearch(word: bytes, field: field)
            return (search.form(), search.looked)
        }
        let letters = String(decoding: field, as: UTF8.self).unicodeScalars.map(\.value)
        var search = OneErrorSearch(word: scalars, field: letters)
        return (search.form(), search.looked + 10 * field.count)
    }
}

/// Looks for one word in one field, letter by letter, from every start.
private struct OneErrorSearch<Letter: FixedWidthInteger> {
    let word: [Letter]
    let field: [Letter]
    private(set) var looked = 0

    init(word: [Letter], field: [Letter]) {
        self.word = word
        self.field = field
    }

    private static var space: Letter { 0x20 }
    /// What is found has at least as many letters.
    private static var leastFound: Int { 3 }
    /// A shorter word must be near the beginning of a word, since nearly every name has a part near so little.
    private static var leastForParts: Int { 5 }

    mutating func form() -> Standing.Form? {
        let size = count(word[...])
        guard size >= Self.leastFound else { return nil }
        var best: Standing.Form?
        for start in field.indices.dropFirst() where field[start] != Self.space {
            guard size >= Self.leastForParts || field[start - 1] == Self.space else { continue }
            if let form = form(from: start) { best = min(best ?? form, form) }
            if best == .whole { break }
        }
        return best
    }

    private mutating func form(from start: Int) -> Standing.Form? {
        var same = 0
        while same < word.count, start + same < field.count, word[same] == field[start + same] { same += 1 }
        looked += same + 1
        guard same < word.count, start + same < field.count else { return nil }
        var best: Standing.Form?
        for edit in Edit.allCases {
            guard let end = end(edit, at: same, in: start + same),
                count(field[start..<end]) >= Self.leastFound
            else { continue }
            let form = form(from: start, to: end)
            best = min(best ?? form, form)
        }
        return best
    }

    private func form(from start: Int, to end: Int) -> Standing.Form {
        guard field[start - 1] == Self.space else { return .part }
        return field[end] == Self.space ? .whole : .prefix
    }

    private enum Edit: CaseIterable {
        case missing, wrong, tooMany, swapped
    }

    /// Where what is near the word ends when the two differ at `same` of the word and `here` of the field.
    ///
    /// The field's last space is never part of it.
    private mutating func end(_ edit: Edit, at same: Int, in here: Int) -> Int? {
        switch edit {
        case .missing: end(ofRest: same, from: here + 1)
        case .wrong: isSign(same) ? nil : end(ofRest: same + 1, from: here + 1)
        case .tooMany: isSign(same) ? nil : end(ofRest: same + 1, from: here)
        case .swapped: isSwapped(same, here) ? end(ofRest: same + 2, from: here + 2) : nil
        }
    }

    private mutating func end(ofRest rest: Int, from start: Int) -> Int? {
        let end = start + word.count - rest
        guard end < field.count else { return nil }
        var place = rest
        while place < word.count, word[place] == field[start + place - rest] { place += 1 }
        looked += place - rest + 1
        return place == word.count ? end : nil
    }

    private func isSwapped(_ same: Int, _ here: Int) -> Bool {
        same + 1 < word.count && here + 1 < field.count && word[same] == field[here + 1]
            && word[same + 1] == field[here] && !isSign(same) && !isSign(same + 1)
    }

    /// A sign is meant as it is written: `salt%` is no mistyped `salty`.
    private func isSign(_ place: Int) -> Bool {
        switch word[place] {
        case 0x20, 0x30...0x39, 0x61...0x7a: false
        default: word[place] < 0x80
        }
    }

    private func count(_ letters: ArraySlice<Letter>) -> Int { letters.count { $0 != Self.space } }
}
