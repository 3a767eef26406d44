import CommandLineOptions
import Contracts
import WireProtocol

/// What a shell is offered, with the skus of the catalog: quick, and silent when nothing answers.
struct ShopCompletion {
    /// Values that the shop knows.
    static let sku = Completable.found("sku")
    /// Names of shops.
    static let context = Completable.found("context")
    /// A key that waits longer is pressed again.
    static let timeoutMilliseconds = 500

    private let completion: Completion
    private let kept: String
    let settings: Settings?
    private let contextsPath: String?

    /// - Parameter pieces: the words after the program's name as the shell has them, the last one being typed.
    init(_ pieces: [String], environment: [String: String]) {
        let joined = JoinedWords(pieces)
        completion = Completion(Program.syntax, words: joined.words)
        kept = joined.kept
        contextsPath = Contexts.path(environment)
        // A line that is wrong so far finds the shop where it is by default.
        settings =
            Self.settings(completion.programFlags, environment) ?? Self.settings([], environment)
    }

    private static func settings(_ flags: [String], _ environment: [String: String]) -> Settings? {
        guard
            case .run(let parsed)? = try? Program.parse(["status"] + flags, environment)
        else { return nil }
        return try? Settings(parsed)
    }

    /// A candidate on each line, with a tab and its help.
    func lines(_ shop: Shop?) async -> String {
        if completion.values == .files { return CompletionScript.files + "\n" }
        var candidates = completion.candidates.map { ($0.word, $0.help) }
        if completion.values == Self.sku, let shop { candidates += await Self.skus(completion.typed, shop) }
        if completion.values == Self.context {
            let names = (try? Contexts.read(contextsPath))?.contexts.keys.sorted() ?? []
            candidates += ([Contexts.none] + names).filter { $0.hasPrefix(completion.typed) }.map { ($0, "") }
        }
        return candidates.compactMap { word, help in
            let whole = completion.prefix + word
            guard whole.hasPrefix(kept) else { return nil }
            return SafeText.line(String(whole.dropFirst(kept.count)))
                + (help.isEmpty ? "" : "\t" + SafeText.line(help)) + "\n"
        }.joined()
    }

    var asksShop: Bool { completion.values == Self.sku }

    /// First by what is typed, as names are often spelled like skus, then among the first there are.
    private static func skus(_ typed: String, _ shop: Shop) async -> [(String, String)] {
        let words = typed.split { "-._/+#~".contains($0) }.joined(separator: " ")
        for text in words.isEmpty ? [nil] : [words, nil] {
            let found = try? await shop.part(SearchProducts(text: text, sort: .name, limit: 100)).get().value
            let near = (found?.items ?? []).map(\.product).filter { $0.sku.text.hasPrefix(typed) }
            if !near.isEmpty { return near.map { ($0.sku.text, $0.name) } }
        }
        return []
    }
}
