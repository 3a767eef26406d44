import CommandLineOptions

/// The manual pages, from the same declarations as help.
struct ManCommand: ShopCommand {
    private static let command = Argument(
        "COMMAND", optional: true, repeats: true,
        help: "Which command, such as product put; none means the gateway itself")

    static let syntax = Command(
        name: "man", summary: "Print the manual page of a command as roff", arguments: [command],
        examples: ["gateway man > gateway.1", "gateway man order > gateway-order.1 && man ./gateway-order.1"])

    let page: String

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        let words = parsed.texts(Self.command)
        let name = words.isEmpty ? nil : words.joined(separator: " ")
        guard let page = Program.syntax.manPage(of: name, version: Program.version) else {
            let names = Program.commands.map { $0.syntax.name }.joined(separator: ", ")
            throw UsageError(message: "there is no command \(name ?? ""): \(names)")
        }
        self.page = page
    }

    func run(in shop: Shop) async throws(GatewayError) -> PlainText { PlainText(text: page) }
}
