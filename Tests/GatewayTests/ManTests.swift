import CommandLineOptions
import Testing

@testable import Gateway

@Suite struct ManTests {
    @Test(arguments: [nil] + Program.commands.map { $0.syntax.name })
    func `every command has a manual page that says what its help says`(name: String?) async throws {
        let page = try #require(Program.syntax.manPage(of: name, version: "1"))
        let words = ["gateway"] + (name?.split(separator: " ").map(String.init) ?? [])
        let title = words.joined(separator: "-").replacing("-", with: "\\-")
        #expect(page.hasPrefix(".TH \(title.uppercased()) 1 "))
        for section in ["NAME", "SYNOPSIS", "EXAMPLES"] { #expect(page.contains("\n.SH \(section)\n")) }
        #expect(page.contains("\\-\\-json"))
        // Whatever begins a line with a point is one of these requests.
        let requests = page.split(separator: "\n").filter { $0.hasPrefix(".") || $0.hasPrefix("'") }
        #expect(
            requests.allSatisfy {
                [".TH", ".SH", ".TP", ".B", ".nf", ".fi"].contains($0.prefix { $0 != " " })
            })
        #expect(page.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func `the page of a command of two words is printed, and of none that is not there`() async {
        #expect(await gateway("man", "product", "put").output.hasPrefix(".TH GATEWAY\\-PRODUCT\\-PUT 1"))
        #expect(await gateway("man", "produce").exitCode == .usage)
    }
}
