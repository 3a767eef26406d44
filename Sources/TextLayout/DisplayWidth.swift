import Folding

extension Character {
    /// How many columns of a terminal the character takes: 0, 1, 2, or more where it joins several spacing ones.
    package var displayWidth: Int {
        if isASCII { return 1 }
        if isPictured { return 2 }
        let columns = unicodeScalars.reduce(0) { $0 + terminalColumns(of: $1) }
        // The parts of a Hangul syllable stand in one square.
        return unicodeScalars.count > 1 && isHangul ? min(columns, 2) : columns
    }

    /// Emoji, alone, joined, or asked for by a variation selector; and the flags, which are two letters.
    private var isPictured: Bool {
        guard let first = unicodeScalars.first else { return false }
        let asksForPicture = unicodeScalars.contains("\u{FE0F}")
        let isJoined = unicodeScalars.contains("\u{200D}")
        return first.properties.isEmojiPresentation
            || (first.properties.isEmoji && (asksForPicture || isJoined))
    }

    private var isHangul: Bool {
        unicodeScalars.first.map {
            (0x1100...0x11FF).contains($0.value) || (0xAC00...0xD7A3).contains($0.value)
        }
            ?? false
    }
}

extension StringProtocol {
    /// How many columns of a terminal the text takes.
    package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// The text with blanks after it, or before it, up to that many columns.
    package func padded(to columns: Int, isRight: Bool = false) -> String {
        let blanks = String(repeating: " ", count: Swift.max(0, columns - displayWidth))
        return isRight ? blanks + self : self + blanks
    }
}
