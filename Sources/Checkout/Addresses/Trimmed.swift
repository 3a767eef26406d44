extension String {
    /// Without white space at both ends.
    var trimmed: String {
        let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        var text = unicodeScalars[...]
        while let first = text.first, isBlank(first) { text.removeFirst() }
        while let last = text.last, isBlank(last) { text.removeLast() }
        return String(text)
    }

    /// What a form sends for a field left empty is the same as no field.
    var trimmedOrNil: String? {
        let text = trimmed
        return text.isEmpty ? nil : text
    }
}
