import Folding

/// Texts without the signs and blanks between their letters: `kit-kat`, `kit kat` and `kitkat` are one there.
extension SearchText {
    /// Of a name or a category: the field, and behind it all of its letters as one word.
    package static func fieldAndJoined(_ text: String) -> String {
        let field = bytes(text)
        return String(decoding: field + joined(field) + [UInt8(ascii: " ")], as: UTF8.self)
    }

    /// Of a longer text: the words that have a sign between their letters, without it.
    package static func joinedWords(_ text: String) -> String {
        let words = Folding.words(fold(text)).compactMap { word -> JoinedWord? in
            let field = bytes(word)
            // Most are done with here: a word without signs has two blanks, at its ends.
            guard field.count(where: isGap) > 2, let first = field.firstIndex(where: { !isGap($0) }),
                let last = field.lastIndex(where: { !isGap($0) })
            else { return nil }
            let inner = field[first...last]
            return inner.contains(where: isGap) ? JoinedWord(inner) : nil
        }
        return " " + words.map { "\($0.text) " }.joined()
    }

    /// The letters of a field.
    static func joined(_ field: [UInt8]) -> [UInt8] { field.filter { !isGap($0) } }

    /// A blank or a plain sign.
    static func isGap(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x80...: false
        default: true
        }
    }

    fileprivate static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

/// A word without the signs between its letters, to be found whatever signs and blanks stand there.
struct JoinedWord: Sendable {
    let bytes: [UInt8]
    private let borders: [Int]
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// - Parameter word: in the form of `SearchText`. Nil for one with other signs than between its letters, or between
    ///   digits (`1,5` is not 15), for scripts without blanks, and for what a trigram index does not take as a whole.
    init?(_ word: some BidirectionalCollection<UInt8>) {
        guard let first = word.first, let last = word.last, !SearchText.isGap(first), !SearchText.isGap(last)
        else { return nil }
        var gap: [UInt8] = []
        var previous = first
        for byte in word {
            guard !SearchText.isGap(byte) else {
                gap.append(byte)
                continue
            }
            let isWithoutSign = gap == [UInt8(ascii: " ")]
            let isInNumber = !gap.isEmpty && SearchText.isDigit(previous) && SearchText.isDigit(byte)
            if isWithoutSign || isInNumber { return nil }
            previous = byte
            gap = []
        }
        bytes = word.filter { !SearchText.isGap($0) }
        borders = SearchWord.borders(of: bytes)
        let letters = Array(text.unicodeScalars)
        guard letters.count >= Phrase.leastLetters, Phrase.part(of: letters) == nil else { return nil }
    }

    /// Whether the letters stand there, without its blanks and signs, wherever they begin.
    func stands(acrossWordsOf field: [UInt8]) -> Bool {
        var same = 0
        for byte in field where !SearchText.isGap(byte) {
            while same > 0, byte != bytes[same] { same = borders[same - 1] }
            guard byte == bytes[same] else { continue }
            same += 1
            if same == bytes.count { return true }
        }
        return false
    }

    /// How the letters stand at the beginning of a word of `field`, whatever blanks and signs are between them.
    ///
    /// - Parameter steps: grows with each letter looked at.
    func form(in field: [UInt8], steps: inout Int) -> Standing.Form? {
        let space = UInt8(ascii: " ")
        var best: Standing.Form?
        for start in field.indices.dropFirst() where field[start] == bytes[0] && field[start - 1] == space {
            guard let end = end(in: field, from: start, steps: &steps) else { continue }
            if field[end] == space { return .joined }
            best = .joinedPrefix
        }
        return best
    }

    /// Where the letters that begin there end; nil when they do not stand there. The field ends with a space, which is
    /// no letter.
    private func end(in field: [UInt8], from start: Int, steps: inout Int) -> Int? {
        var place = start
        for number in bytes.indices {
            let before = place
            while place + 1 < field.count, SearchText.isGap(field[place]) { place += 1 }
            steps += place - before + 1
            guard field[place] == bytes[number] else { return nil }
            if place > before, SearchText.isDigit(bytes[number]), SearchText.isDigit(bytes[number - 1]) {
                return nil
            }
            place += 1
        }
        return place
    }
}
