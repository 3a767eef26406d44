import CommandLineOptions

/// What makes a shell complete the gateway's command lines.
struct CompletionCommand: ShopCommand {
    private static let shell = Argument(
        "SHELL", completes: .words(CompletionScript.allCases.map(\.rawValue)), help: "bash, zsh or fish")

    static let syntax = Command(
        name: "completion", summary: "Print what makes a shell complete commands, flags and skus",
        arguments: [shell],
        examples: [
            "gateway completion bash > ~/.local/share/bash-completion/completions/gateway",
            "gateway completion zsh > ~/.zsh/completions/_gateway", "gateway completion fish | source",
        ])

    let shell: CompletionScript

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        shell = try parsed.converted(Self.shell, allowed: "bash, zsh or fish") {
            CompletionScript(rawValue: $0)
        }
    }

    func run(in shop: Shop) async throws(GatewayError) -> PlainText {
        PlainText(text: shell.text(for: Program.syntax.name))
    }
}

/// A text that is the same for people and machines.
struct PlainText: Answer {
    var text: String

    var json: [UInt8] { Array(text.utf8) }

    func text(_ style: Style) -> String { text }
}
