/// Whether two folded words differ by at most one typing error: a letter too many, one missing, one wrong, or two
/// neighbours swapped (a Damerau-Levenshtein distance of at most 1).
package func withinOneTypingError(_ a: String, _ b: String) -> Bool {
    var first = Substring.UnicodeScalarView(a.unicodeScalars)
    var second = Substring.UnicodeScalarView(b.unicodeScalars)
    // What is left without the common start and the common end is where they differ.
    while let left = first.first, left == second.first {
        first.removeFirst()
        second.removeFirst()
    }
    while let right = first.last, right == second.last {
        first.removeLast()
        second.removeLast()
    }
    return isOneEdit(Array(first.prefix(3)), Array(second.prefix(3)))
}

private func isOneEdit(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Bool {
    if a.count <= 1, b.count <= 1 { return true }
    return a.count == 2 && b.count == 2 && a[0] == b[1] && a[1] == b[0]
}
