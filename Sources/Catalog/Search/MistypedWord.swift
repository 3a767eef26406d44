/// A word of a search, to be found with one typing error: a letter too many, one missing, one wrong, or two
/// neighbours swapped.
struct MistypedWord {
    /// Nil for a word with letters beyond ASCII.
    private let ascii: OneErrorSearch<UInt8>?
    private let wide: OneErrorSearch<UInt32>

    init(_ word: SearchWord) {
        let letters = word.text.unicodeScalars.map(\.value)
        ascii = letters.count == word.bytes.count ? OneErrorSearch(word.bytes) : nil
        wide = OneErrorSearch(letters)
    }

    /// The best form in which something one error away stands in `field`, which is in the form of `SearchText`.
    func form(in field: [UInt8]) -> Standing.Form? {
        if let ascii, field.allSatisfy({ $0 < 0x80 }) { return ascii.form(in: field) }
        return wide.form(in: String(decoding: field, as: UTF8.self).unicodeScalars.map(\.value))
    }

    /// How much it is to look at a field, in letters: each is looked at a few times, whatever the word is.
    static func effort(for field: [UInt8]) -> Int { 8 * (field.count + 8) }
}

/// Looks for one word in one field after the other. An object, so that its room is taken once.
private final class OneErrorSearch<Letter: FixedWidthInteger> {
    private let word: [Letter]
    private let letters: Int
    private var beginnings: CommonBeginnings<Letter>
    private var endings: CommonBeginnings<Letter>
    /// Whether the two above are of the field that is looked at: for a short one comparing letters is sooner done.
    private var hasTables = false

    private static var space: Letter { 0x20 }
    /// What is found has at least as many letters.
    private static var leastFound: Int { 3 }
    /// Letters of the word times those of the field.
    private static var mostCompared: Int { 2000 }
    /// A shorter word must be near the beginning of a word, since nearly every name has a part near so little.
    private static var leastForParts: Int { 5 }

    init(_ word: [Letter]) {
        self.word = word
        letters = word.count { $0 != Self.space }
        beginnings = CommonBeginnings(word)
        endings = CommonBeginnings(word.reversed())
    }

    func form(in field: [Letter]) -> Standing.Form? {
        guard letters >= Self.leastFound else { return nil }
        hasTables = word.count * field.count > Self.mostCompared
        if hasTables {
            beginnings.compare(field)
            endings.compare(field.reversed())
        }
        var best: Standing.Form?
        for start in field.indices.dropFirst() where field[start] != Self.space {
            // Elsewhere than at the beginning of a word there are only parts.
            let mayBePart = best == nil && letters >= Self.leastForParts
            guard mayBePart || field[start - 1] == Self.space else { continue }
            if let form = form(from: start, in: field) { best = min(best ?? form, form) }
            if best == .whole { break }
        }
        return best
    }

    private func form(from start: Int, in field: [Letter]) -> Standing.Form? {
        let same = beginning(at: start, of: field)
        guard same < word.count, start + same < field.count else { return nil }
        var best: Standing.Form?
        for edit in Edit.allCases {
            guard let end = end(edit, at: same, in: start + same, of: field),
                hasEnough(field[start..<end])
            else { continue }
            let form = form(from: start, to: end, in: field)
            best = min(best ?? form, form)
        }
        return best
    }

    private func form(from start: Int, to end: Int, in field: [Letter]) -> Standing.Form {
        guard field[start - 1] == Self.space else { return .part }
        return field[end] == Self.space ? .whole : .prefix
    }

    private enum Edit: CaseIterable {
        case missing, wrong, tooMany, swapped
    }

    /// Where what is near the word ends when the two differ at `same` of the word and `here` of the field.
    ///
    /// The field's last space is never part of it.
    private func end(_ edit: Edit, at same: Int, in here: Int, of field: [Letter]) -> Int? {
        switch edit {
        case .missing: end(ofRest: same, from: here + 1, in: field)
        case .wrong: isSign(same) ? nil : end(ofRest: same + 1, from: here + 1, in: field)
        case .tooMany: isSign(same) ? nil : end(ofRest: same + 1, from: here, in: field)
        case .swapped:
            isSwapped(same, here, field) ? end(ofRest: same + 2, from: here + 2, in: field) : nil
        }
    }

    private func end(ofRest rest: Int, from start: Int, in field: [Letter]) -> Int? {
        let count = word.count - rest
        let end = start + count
        guard end < field.count, isRest(rest, of: field, from: start, to: end) else { return nil }
        return end
    }

    /// How many letters from there on are the word's first ones.
    private func beginning(at start: Int, of field: [Letter]) -> Int {
        if hasTables { return beginnings.lengths[start] }
        var same = 0
        while same < word.count, start + same < field.count, word[same] == field[start + same] { same += 1 }
        return same
    }

    private func isRest(_ rest: Int, of field: [Letter], from start: Int, to end: Int) -> Bool {
        if hasTables { return endings.lengths[field.count - end] >= end - start }
        for place in start..<end where field[place] != word[rest + place - start] { return false }
        return true
    }

    private func isSwapped(_ same: Int, _ here: Int, _ field: [Letter]) -> Bool {
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

    private func hasEnough(_ found: ArraySlice<Letter>) -> Bool {
        var count = 0
        for letter in found where letter != Self.space {
            count += 1
            if count == Self.leastFound { return true }
        }
        return false
    }
}
