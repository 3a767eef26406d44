extension String {
    /// Whether nothing of it shows: it is empty, or of white space, controls and signs without ink alone.
    package var isBlank: Bool {
        // Asking Unicode of each character takes long, and most texts begin with one that shows.
        if let first = utf8.first, (0x21...0x7E).contains(first) { return false }
        return unicodeScalars.allSatisfy { !$0.hasInk }
    }
}

extension Unicode.Scalar {
    fileprivate var hasInk: Bool {
        if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return false }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate: false
        default: !Unicode.Scalar.emptyPictures.contains(value)
        }
    }

    /// Those that Unicode counts as symbols or letters: the empty Braille cell, a note without a head, a filler.
    private static let emptyPictures: Set<UInt32> = [0x2800, 0x1D159, 0x16FE4]
}
