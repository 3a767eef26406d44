import Testing

@testable import CommandLineOptions

@Suite struct HelpLayoutTests {
    @Test func `what belongs together is one line where nothing limits`() throws {
        #expect(
            HelpLayout(columns: nil).table("Flags:", [("--a", "word word")]) == "Flags:\n  --a  word word")
    }

    @Test func `texts go on in their column, and a label without room stands above`() {
        #expect(
            HelpLayout(columns: 60).table(
                "Flags:",
                [
                    ("--a", "one two three four five six seven eight nine ten eleven twelve"),
                    ("--a-long-label VALUE", "x"),
                ])
                    == """
                    Flags:
                      --a           one two three four five six seven eight nine
                                    ten eleven twelve
                      --a-long-label VALUE
                                    x
                    """)
    }

    @Test func `an example goes on after a backslash, never within quotes`() {
        #expect(
            HelpLayout(columns: 30).examples([#"shop order kiwi --name "Ada Example" --city Berlin"#]) == #"""
                Examples:
                  shop order kiwi --name \
                      "Ada Example" --city \
                      Berlin
                """#)
    }

    @Test(arguments: [["--help"], ["order", "--help"], ["product", "--help"]])
    func `help is as wide as the terminal at most`(words: [String]) throws {
        guard case .show(let text) = try Shop.program.parse(words, version: "1", columns: 60) else {
            Issue.record("no help")
            return
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 }, "\(text)")
    }
}
