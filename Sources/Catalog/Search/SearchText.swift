import Folding

/// The one form in which texts and searches are compared: folded, one space between words and around all.
///
/// A run of letters and digits is a word. A sign (`%`, `"`, an emoji) is a word of its own, and so is each
/// ideograph and kana, since their scripts put no spaces. So ` word ` finds whole words and ` word` beginnings,
/// by plain comparison of bytes, in memory as in a trigram index.
package enum SearchText {
    /// ` fresh , red berries `; a single space for an empty text.
    package static func field(_ text: String) -> String { String(decoding: bytes(text), as: UTF8.self) }

    /// The field's UTF-8.
    static func bytes(_ text: String) -> [UInt8] {
        let space = UInt8(ascii: " ")
        var bytes = [space]
        bytes.reserveCapacity(text.utf8.count + 16)
        var isInWord = false
        for scalar in fold(text).unicodeScalars {
            let role = Role(of: scalar)
            if role == .ignored { continue }
            let continuesWord = role == .mark || (role == .letter && isInWord)
            if !continuesWord, bytes.last != space { bytes.append(space) }
            if role != .space { append(scalar, to: &bytes) }
            isInWord = role == .letter || (role == .mark && isInWord)
        }
        if bytes.last != space { bytes.append(space) }
        return bytes
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        if scalar.isASCII {
            bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            bytes.append(contentsOf: Character(scalar).utf8)
        }
    }

    /// The different words of a search, in their order.
    package static func words(_ text: String) -> [SearchWord] {
        var seen: Set<String> = []
        return Folding.words(fold(text))
            .compactMap { SearchWord(field: field($0)) }
            .filter { seen.insert($0.text).inserted }
    }
}

extension SearchText {
    private enum Role {
        case letter, mark, sign, space, ignored

        init(of scalar: Unicode.Scalar) {
            self = scalar.isASCII ? Role(ofASCII: scalar) : Role(ofWide: scalar)
        }

        private init(ofASCII scalar: Unicode.Scalar) {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9": self = .letter
            case " ", "\t"..."\r": self = .space
            default: self = .sign
            }
        }

        private init(ofWide scalar: Unicode.Scalar) {
            let properties = scalar.properties
            if properties.isDefaultIgnorableCodePoint {
                self = .ignored
            } else if properties.isWhitespace {
                self = .space
            } else if properties.isIdeographic || (0x3041...0x30ff).contains(scalar.value) {
                self = [0x3099, 0x309a].contains(scalar.value) ? .mark : .sign
            } else {
                self = Role(of: properties.generalCategory)
            }
        }

        private init(of category: Unicode.GeneralCategory) {
            switch category {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .decimalNumber, .letterNumber, .otherNumber:
                self = .letter
            case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
            default: self = .sign
            }
        }
    }
}

/// One word of a search, in the form of `SearchText`.
///
/// An object, since a search passes it on for each product.
package final class SearchWord: Sendable, Equatable {
    package let text: String
    let bytes: [UInt8]
    /// For each beginning of the word, how long the longest other beginning is that it ends with.
    let borders: [Int]
    /// Too short for a trigram index.
    let isShort: Bool
    /// What a trigram index is asked for: the word, or of one that is too much for it a part.
    let phrase: String
    /// Whether that is a part only.
    let isLong: Bool
    /// Nil where the signs between its letters cannot be left out.
    let joined: JoinedWord?
    /// Whether it has such signs.
    var hasInnerSign: Bool { joined.map { $0.bytes.count < bytes.count } ?? false }

    /// - Parameter field: the word as a field of its own; nil when there is nothing in it.
    init?(field: String) {
        guard field.utf8.count > 2 else { return nil }
        text = String(field.dropFirst().dropLast())
        bytes = Array(text.utf8)
        borders = Self.borders(of: bytes)
        let letters = text.unicodeScalars
        isShort = letters.count < Phrase.leastLetters
        let part = isShort ? nil : Phrase.part(of: Array(letters))
        phrase = part ?? text
        isLong = part != nil
        joined = JoinedWord(bytes)
    }

    static func borders(of bytes: [UInt8]) -> [Int] {
        var borders = Array(repeating: 0, count: bytes.count)
        var length = 0
        for place in bytes.indices.dropFirst() {
            while length > 0, bytes[place] != bytes[length] { length = borders[length - 1] }
            if bytes[place] == bytes[length] { length += 1 }
            borders[place] = length
        }
        return borders
    }

    package static func == (left: SearchWord, right: SearchWord) -> Bool { left.text == right.text }
}
