extension Standing.Form {
    /// The best form in which something one typing error away from `word` stands in `field`: a letter too many,
    /// one missing, one wrong, or two neighbours swapped.
    ///
    /// A word of three or four letters must be near the beginning of a word, since nearly every name has a part
    /// that is near so little; what is found has at least three letters.
    init?(ofMistyped word: [Unicode.Scalar], in field: [Unicode.Scalar]) {
        var best: Standing.Form?
        let size = word.count { $0 != " " }
        guard size >= 3 else { return nil }
        for start in field.indices.dropFirst() where field[start] != " " {
            let isAtBeginning = field[start - 1] == " "
            guard isAtBeginning || size >= 5 else { continue }
            for end in Self.ends(ofMistyped: word, in: field, from: start) {
                guard field[start..<end].count(where: { $0 != " " }) >= 3 else { continue }
                let form: Standing.Form = isAtBeginning ? (field[end] == " " ? .whole : .prefix) : .part
                best = min(best ?? form, form)
            }
        }
        guard let best else { return nil }
        self = best
    }

    /// Where what is near `word` may end when it begins at `start`.
    private static func ends(
        ofMistyped word: [Unicode.Scalar], in field: [Unicode.Scalar], from start: Int
    ) -> [Int] {
        var same = 0
        while same < word.count, start + same < field.count, word[same] == field[start + same] { same += 1 }
        let here = start + same
        guard same < word.count, here < field.count else { return [] }
        var ends = [end(of: word[same...], in: field, from: here + 1)]
        if !isSign(word[same]) {
            ends.append(end(of: word[(same + 1)...], in: field, from: here + 1))
            ends.append(end(of: word[(same + 1)...], in: field, from: here))
        }
        let isSwapped =
            same + 1 < word.count && here + 1 < field.count && word[same] == field[here + 1]
            && word[same + 1] == field[here] && !isSign(word[same]) && !isSign(word[same + 1])
        if isSwapped { ends.append(end(of: word[(same + 2)...], in: field, from: here + 2)) }
        return ends.compactMap(\.self)
    }

    /// A sign is meant as it is written: `salt%` is no mistyped `salty`.
    private static func isSign(_ letter: Unicode.Scalar) -> Bool {
        guard letter.isASCII else { return false }
        return !("a"..."z" ~= letter || "0"..."9" ~= letter || letter == " ")
    }

    /// Where the rest of a word ends that stands at `start` exactly.
    private static func end(
        of rest: ArraySlice<Unicode.Scalar>, in field: [Unicode.Scalar], from start: Int
    ) -> Int? {
        let end = start + rest.count
        // The field's last letter is a space: a word never ends behind it.
        guard end < field.count, field[start..<end].elementsEqual(rest) else { return nil }
        return end
    }
}
