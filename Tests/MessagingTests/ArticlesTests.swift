import FoundationEssentials
import Testing

/// The code in the articles and in the README is the example's own, which is built and run.
@Suite struct ArticlesTests {
    private static let root = String(#filePath.dropLast("Tests/MessagingTests/ArticlesTests.swift".count))

    private static let sources = [
        "Greetings/Greet", "Greetings/Sign", "Greetings/Guest", "Greeter/GuestBook", "Greeter/main",
        "Visitor/main",
    ].map { "Tests/Example/Sources/\($0).swift" }

    private func lines(_ path: String) throws -> [String] {
        let bytes = try Data(contentsOf: URL(filePath: Self.root + path))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.trimmingPrefix { $0 == " " }) }
    }

    /// The fenced blocks of Swift.
    private func code(in article: [String]) -> [[String]] {
        article.split { $0 == "```swift" }.dropFirst().map { Array($0.prefix { $0 != "```" }) }
    }

    @Test(arguments: [
        "Sources/Messaging/Messaging.docc/Calls.md", "Sources/Messaging/Messaging.docc/Events.md",
        "README.md",
    ])
    func `the code is the example's own`(article: String) throws {
        let examples = try Self.sources.map { try lines($0) }
        let blocks = code(in: try lines(article))
        #expect(!blocks.isEmpty)
        for block in blocks {
            let isThere = examples.contains { example in
                example.indices.contains { example[$0...].starts(with: block) }
            }
            #expect(isThere, "not in the example: \(block.joined(separator: "\n"))")
        }
    }
}
