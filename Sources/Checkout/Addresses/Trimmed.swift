import Contracts

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        if isVisibleAtBothEnds { return self }
        let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        var text = unicodeScalars[...]
        while let first = text.first, isBlank(first) { text.removeFirst() }
        while let last = text.last, isBlank(last) { text.removeLast() }
        return String(text)
    }

    /// Tells of most texts that there is nothing to trim.
    private var isVisibleAtBothEnds: Bool {
        let visible: ClosedRange<UInt8> = 0x21...0x7E
        guard let first = utf8.first, let last = utf8.last else { return true }
        return visible.contains(first) && visible.contains(last)
    }

    /// What a form sends for a field left empty is the same as no field.
    var trimmedOrNil: String? {
        let text = trimmed
        return text.isBlank ? nil : text
    }
}
