/// The words of a folded text, in order: what stands between blanks.
///
/// `%`, `_`, quotes and operators are letters. A comma, a semicolon or their Japanese kin that ends a word is not
/// part of it ("coffee, ground"); inside a word, or alone, it is ("1,5").
package func words(_ folded: String) -> [String] {
    folded.split { $0.isWhitespace }.map { word in
        let separatorsFrom = word.lastIndex { !isSeparator($0) }
        guard let last = separatorsFrom else { return String(word) }
        return String(word[...last])
    }
}

private func isSeparator(_ character: Character) -> Bool {
    switch character {
    case ",", ";", "、", "。": true
    default: false
    }
}
