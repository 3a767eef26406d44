extension Character {
    /// How many columns of a terminal the character takes: 0, 1 or 2.
    var displayWidth: Int {
        guard let first = unicodeScalars.first(where: { !$0.isZeroWidth }) else { return 0 }
        let isEmoji = unicodeScalars.contains("\u{FE0F}") || unicodeScalars.contains("\u{200D}")
        return isEmoji || first.isWide ? 2 : 1
    }
}

extension StringProtocol {
    /// How many columns of a terminal the text takes.
    var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// The text, cut to that many columns, with `…` where something is missing.
    func shortened(to columns: Int) -> String {
        guard displayWidth > columns else { return String(self) }
        var kept = ""
        var width = 0
        for character in self {
            width += character.displayWidth
            if width > columns - 1 { break }
            kept.append(character)
        }
        return kept + "…"
    }
}

extension Unicode.Scalar {
    fileprivate var isZeroWidth: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    /// East Asian wide and full width (UAX #11), in blocks rather than letter by letter, and emoji.
    fileprivate var isWide: Bool {
        if properties.isEmojiPresentation { return true }
        return switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
