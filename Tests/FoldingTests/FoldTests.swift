import Folding
import Testing

@Suite struct FoldTests {
    static let equal: [(String, String)] = [
        ("hustawka", "huśtawka"), ("hustawka", "HUŚTAWKA"), ("losos", "łosoś"), ("losos", "ŁOSOŚ"),
        ("strasse", "Straße"), ("strasse", "STRASSE"), ("strasse", "STRAẞE"),
        ("cafe", "cafe\u{301}"), ("cafe", "Café"), ("zazolc gesla jazn", "Zażółć gęślą jaźń"),
        ("smorrebrod", "Smørrebrød"), ("dakovo", "Đakovo"), ("aether", "Æther"), ("oeuvre", "Œuvre"),
        ("thorn", "Þorn"), ("medan", "með\u{61}n"), ("hal", "Ħal"), ("kirmizi", "kırmızı"),
        ("istanbul", "İstanbul"),
        ("creme brulee", "Crème Brûlée"), ("naive", "naïve"), ("pho", "Phở"), ("angstrom", "Ångström"),
        ("angstrom", "\u{212B}ngstro\u{308}m"),
        ("apple 100%", "ＡＰＰＬＥ　１００％"), ("カメラ", "ｶﾒﾗ"), ("ガム", "ｶﾞﾑ"), ("ガム", "カ\u{3099}ム"),
        ("fi", "ﬁ"), ("m2", "m²"), ("1⁄2", "½"), ("kg", "㎏"),
        ("strawberry", "straw\u{200B}berry"), ("strawberry", "\u{FEFF}straw\u{200D}ber\u{200C}ry\u{2060}"),
        ("strawberry", "straw\u{00AD}berry"), ("αθηνασ", "ΑΘΉΝΑΣ"), ("αθηνασ", "Αθήνας"), ("ежик", "Ёжик"),
        ("한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"), ("", ""), ("", "\u{200B}\u{301}"),
        ("valentine's", "Valentine’s"), ("'a' 'b'", "‘a’ ‹b›"), ("\"a\" \"b\" \"c\"", "“a” «b» „c‟"),
        ("extra-virgin", "Extra–Virgin"), ("a-b-c-d-e", "a—b‐c\u{2011}d−e"),
        ("a b c d", "a\u{a0}b\u{2009}c\u{202f}d"),
        ("100% _\"'*-+^(){}:", "100% _\"'*-+^(){}:"), ("🍓 a\u{0}b", "🍓 A\u{0}B"),
    ]

    @Test(arguments: equal) func `a text folds as it should and equals its other spelling`(
        plain: String, text: String
    ) {
        #expect(fold(text).unicodeScalars.elementsEqual(plain.unicodeScalars), "\(fold(text))")
        #expect(fold(plain) == fold(text))
    }

    static let different: [(String, String)] = [
        ("か", "が"), ("は", "ぱ"), ("は", "ば"), ("カ", "ガ"), ("ﾊ", "ﾊﾞ"), ("हिन्दी", "हनद"), ("a", "b"), ("1", "2"),
    ]

    @Test(arguments: different) func `what makes another word stays`(one: String, other: String) {
        #expect(fold(one) != fold(other))
    }

    @Test func `folding twice changes nothing, for every character there is`() {
        let scalars = (UInt32(0)...0x10ffff).compactMap(Unicode.Scalar.init)
        for start in stride(from: 0, to: scalars.count, by: 256) {
            let text = scalars[start..<min(start + 256, scalars.count)].map { "a\($0)b" }.joined(
                separator: " ")
            let once = fold(text)
            #expect(fold(once).utf8.elementsEqual(once.utf8), "from \(scalars[start].value)")
        }
    }

    @Test func `text that grows eighteenfold is folded in full`() {
        let folded = fold(String(repeating: "\u{FDFA}", count: 500))
        #expect(folded.unicodeScalars.count == 500 * 18)
    }

    @Test(arguments: ["Strawberry and cream, ", "Zażółć gęślą jaźń, ", "いちごとクリーム。"])
    func `long text is folded in milliseconds`(phrase: String) {
        let text = String(repeating: phrase, count: 16 * 1024 / phrase.utf8.count)
        let duration = ContinuousClock().measure { for _ in 0..<10 { _ = fold(text) } }
        #expect(duration < .milliseconds(500))
    }
}

@Suite struct WordsTests {
    static let cases: [(String, [String])] = [
        ("", []), (" \t\n", []), ("green tea", ["green", "tea"]),
        ("  green\u{3000}tea\u{a0} ", ["green", "tea"]),
        ("100% o_k \"a\" b' -c +d* (e) f:g", ["100%", "o_k", "\"a\"", "b'", "-c", "+d*", "(e)", "f:g"]),
        ("coffee, ground; dark,", ["coffee", "ground", "dark"]), ("1,5 kg", ["1,5", "kg"]),
        (", ;", [",", ";"]),
        ("red-apple a\u{0}b", ["red-apple", "a\u{0}b"]), ("いちご、 クリーム。", ["いちご", "クリーム"]),
    ]

    @Test(arguments: cases) func `words stand between blanks`(text: String, expected: [String]) {
        #expect(words(text) == expected)
    }
}
