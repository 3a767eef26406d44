/// bash hands `--sort=name` and `a:b` over in pieces, and puts what it is offered in the place of the last one alone.
package struct JoinedWords: Sendable, Equatable {
    /// The words as they were typed.
    package private(set) var words: [String] = []
    /// What of the last word bash does not replace.
    package private(set) var kept = ""

    package init(_ pieces: [String]) {
        var isOpen = false
        for piece in pieces {
            let isBreak = piece == "=" || piece == ":"
            if isOpen || (isBreak && !words.isEmpty) {
                let last = words.removeLast()
                kept = isBreak ? last + piece : last
                words.append(last + piece)
            } else {
                words.append(piece)
                kept = ""
            }
            isOpen = isBreak && !words.isEmpty
        }
    }
}
