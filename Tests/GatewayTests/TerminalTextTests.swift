import Testing

@testable import Gateway

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("ünï コーヒー 🍓", "ünï コーヒー 🍓"),
        ("\u{1B}[2J", "\\u{1b}[2J"), ("a\nb\tc", "a\\u{a}b\\u{9}c"), ("\u{9B}31m", "\\u{9b}31m"),
        ("\u{7F}\u{0}", "\\u{7f}\\u{0}"), ("safe\u{202E}txt.exe", "safe\\u{202e}txt.exe"),
        ("a\r\nb", "a\\u{d}\\u{a}b"),
    ])
    func `what steers a terminal is written out`(text: String, safe: String) {
        #expect(SafeText.line(text) == safe)
    }

    @Test func `a text of several lines keeps them`() {
        #expect(SafeText.lines("a\nb\u{1B}c") == "a\nb\\u{1b}c")
    }

    @Test func `JSON stays the same JSON`() {
        #expect(
            SafeText.json("{\"a\":\"\u{9B}2J\u{7F}\u{2028}\"}\n") == "{\"a\":\"\\u009b2J\\u007f\\u2028\"}\n")
        #expect(SafeText.json(#"{"a":"\u001b"}"#) == #"{"a":"\u001b"}"#)
    }

    @Test func `columns line up, numbers to the right, and empty columns are left out`() {
        var table = Table([.text("SKU"), .text("NAME"), .number("PRICE"), .number("PER"), .number("STOCK")])
        table.add(["a", "コーヒー", "0.50", "", "100"])
        table.add(["long-sku", "Kiwi\u{7}", "12.00", "", "made to order"])
        #expect(
            table.text(.plain) == """
                SKU       NAME       PRICE          STOCK
                a         コーヒー    0.50            100
                long-sku  Kiwi\\u{7}  12.00  made to order

                """)
    }

    @Test func `headings are bold where there is color`() {
        var table = Table([.text("A")])
        table.add(["b"])
        #expect(table.text(Style(isColored: true)) == "\u{1B}[1mA\u{1B}[0m\nb\n")
    }

    @Test func `facts stand in two columns, long ones over several lines`() {
        var facts = FactList()
        facts.add("sku", "kiwi")
        facts.add("seller", nil)
        facts.add("about", "green\nsweet")
        #expect(facts.text(.plain) == "sku    kiwi\nabout  green\n       sweet\n")
    }

    @Test(arguments: [
        ("plain-1.5", "plain-1.5"), ("", "''"), ("two words", "'two words'"), ("it's", #"'it'\''s'"#),
        ("$x", "'$x'"),
    ])
    func `a word is quoted for the shell`(word: String, quoted: String) {
        #expect(shellWord(word) == quoted)
    }
}
