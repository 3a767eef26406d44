import TextLayout
import Testing

@Suite struct WrappingTests {
    @Test(arguments: [
        ("", 5, [""]), ("one two three", 7, ["one two", "three"]), ("one two three", 13, ["one two three"]),
        ("a\nb c", 1, ["a", "b", "c"]), ("コーヒー 豆", 8, ["コーヒー", "豆"]),
        ("unbreakable word", 6, ["unbreakable", "word"]),
    ])
    func `a text is broken at blanks`(text: String, columns: Int, lines: [String]) {
        #expect(text.wrapped(to: columns) == lines)
    }

    @Test(arguments: [
        ("abcdefg", 3, ["abc", "def", "g"]), ("コーヒー", 5, ["コー", "ヒー"]),
        ("ab コーヒー", 3, ["ab", "コ", "ー", "ヒ", "ー"]),
        ("コ", 1, ["コ"]), ("x abcdef", 4, ["x", "abcd", "ef"]),
    ])
    func `a long word is broken where that is asked for`(text: String, columns: Int, lines: [String]) {
        #expect(text.wrapped(to: columns, breakingWords: true) == lines)
    }
}
