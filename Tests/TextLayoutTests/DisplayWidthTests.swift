import TextLayout
import Testing

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("äöü", 3), ("e\u{301}", 1), ("コーヒー", 8), ("한국", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2),
        ("Ａ", 2), ("🍓", 2), ("👩‍🌾", 2), ("👍🏽", 2), ("❤️", 2), ("🇩🇪", 2), ("…", 1), ("ｱ", 1), ("ｶﾞ", 2), ("ﾊﾟﾝ", 3),
        ("กำ", 2), ("น้ำผึ้ง", 4), ("ข้าว", 3),
    ])
    func `a text is as wide as a terminal shows it`(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }

    @Test func `blanks fill a text up on either side`() {
        #expect("กำ".padded(to: 4) == "กำ  ")
        #expect("7".padded(to: 3, isRight: true) == "  7")
        #expect("longer".padded(to: 3) == "longer")
    }
}
