import Testing

@testable import CommandLineOptions

@Suite struct CompletionTests {
    private static let sku = Argument(
        "SKU", optional: true, repeats: true, completes: .found("sku"), help: "What")
    private static let address = Argument(
        "ADDRESS", optional: true, accepts: { $0.contains("://") }, help: "Where")
    private static let file = Argument("FILE", completes: .files, help: "Which")
    private static let program = Command(
        name: "tool", summary: "A tool",
        flags: [Flag("--json", help: "As JSON"), Flag("--at", value: "ADDRESS", help: "Where")],
        subcommands: [
            Command(
                name: "show", summary: "Shows", arguments: [sku],
                flags: [
                    Flag("--sort", value: "ORDER", allowed: ["name", "price", "-price"], help: "Order"),
                    Flag("--tag", value: "TAG", repeats: true, help: "Tag"),
                ]),
            Command(name: "put", summary: "Puts", arguments: [address, file]),
            Command(name: "product add", summary: "Adds"), Command(name: "product drop", summary: "Drops"),
        ])

    private func complete(_ words: [String]) -> Completion { Completion(Self.program, words: words) }

    @Test(arguments: [
        ([], ["show", "put", "product"]), (["p"], ["put", "product"]), (["product", ""], ["add", "drop"]),
        (["product", "d"], ["drop"]), (["show", "--s"], ["--sort"]), (["--json", "--"], ["--at", "--help"]),
        (["show", "--tag", "a", "--t"], ["--tag"]), (["show", "--sort", ""], ["name", "price", "-price"]),
        (["show", "--sort", "-"], ["-price"]), (["show", "--sort=p"], ["price"]),
        (["show", "--tag", "-"], []),
        (["show", "--", "--"], []), (["nothing", "x"], ["show"].filter { _ in false }),
    ])
    func `commands, flags and their values are offered`(words: [String], offered: [String]) {
        #expect(complete(words).candidates.map(\.word) == offered)
    }

    @Test(arguments: [
        (["show", ""], Completable.found("sku")), (["show", "--json", "kiwi", "ma"], .found("sku")),
        (["put", ""], .files), (["put", "tcp://x:1", "a"], .files), (["put", "a", ""], .nothing),
        (["product", "add", ""], .nothing), (["show", "--at", "x"], .nothing),
    ])
    func `values are of their argument's kind`(words: [String], values: Completable) {
        #expect(complete(words).values == values)
    }

    @Test func `the program's own flags are kept, wherever they stand`() {
        #expect(
            complete(["--at", "tcp://x:1", "show", "--json", "--sort=name", ""]).programFlags
                == ["--at=tcp://x:1", "--json"])
        #expect(complete(["show", "--sort=p"]).prefix == "--sort=")
    }

    @Test(arguments: [
        (["show", "--sort", "=", "na"], ["show", "--sort=na"], "--sort="),
        (["show", "--sort", "="], ["show", "--sort="], "--sort="),
        (["--at", "tcp", ":", "//x", ":", "1", "k"], ["--at", "tcp://x:1", "k"], ""),
        (["quote", "kiwi", ":", "2"], ["quote", "kiwi:2"], "kiwi:"),
        (["quote", "kiwi"], ["quote", "kiwi"], ""),
        ([], [], ""),
    ])
    func `what bash takes apart is put together`(pieces: [String], words: [String], kept: String) {
        let joined = JoinedWords(pieces)
        #expect(joined.words == words)
        #expect(joined.kept == kept)
    }
}
