/// How much of a word stands at each place of a text.
///
/// What was seen of the text to the right of a place is used again, so that each letter is looked at about twice,
/// however often word and text repeat themselves (Gusfield's Z algorithm).
struct CommonBeginnings<Letter: FixedWidthInteger> {
    private let word: [Letter]
    /// The same for the word in itself.
    private let own: [Int]
    /// By place of the text compared last: how many letters from there on are the word's first ones.
    private(set) var lengths: [Int] = []

    init(_ word: [Letter]) {
        self.word = word
        var own = [word.count]
        var window = 0..<0
        for place in word.indices.dropFirst() {
            own.append(Self.length(at: place, of: word, word, own, &window))
        }
        self.own = own
    }

    mutating func compare(_ text: [Letter]) {
        var lengths: [Int] = []
        // The room of the last text, with nobody else looking.
        swap(&lengths, &self.lengths)
        lengths.removeAll(keepingCapacity: true)
        let (word, own) = (word, own)
        var window = 0..<0
        for place in text.indices {
            lengths.append(Self.length(at: place, of: text, word, own, &window))
        }
        swap(&lengths, &self.lengths)
    }

    /// - Parameter window: the rightmost stretch of the text that is known to be a beginning of the word.
    @inline(__always)
    private static func length(
        at place: Int, of text: [Letter], _ word: [Letter], _ own: [Int], _ window: inout Range<Int>
    ) -> Int {
        var length =
            place < window.upperBound
            ? min(own[place - window.lowerBound], window.upperBound - place) : 0
        while length < word.count, place + length < text.count, word[length] == text[place + length] {
            length += 1
        }
        if place + length > window.upperBound { window = place..<place + length }
        return length
    }
}
