import CommandLineOptions

/// The command line from its words to what is printed; the way to the services is a parameter.
struct Program {
    static let version = "0.1.0"

    static let commands: [any ShopCommand.Type] = [
        SearchCommand.self, ShowCommand.self, QuoteCommand.self, OrderCommand.self, OrderStatusCommand.self,
        OrdersCommand.self,
        CancelCommand.self, StockCommand.self, RestockCommand.self, PriceCommand.self, ProductPutCommand.self,
        ProductRemoveCommand.self, WatchCommand.self, StatusCommand.self, CallCommand.self,
        DescribeCommand.self, ContextListCommand.self, ContextAddCommand.self, ContextUseCommand.self,
        ContextRemoveCommand.self, CompletionCommand.self, ManCommand.self,
    ]

    static let syntax = Command(
        name: "gateway", summary: "Search, price and order in the shop, and look after it",
        flags: Settings.flags,
        examples: [
            "gateway search berr", "gateway quote cupcake:10,flavour=rainbow,extras=frosting+sprinkles",
            "gateway orders --json", "gateway status",
        ], subcommands: commands.map { $0.syntax })

    /// What was printed, and the exit code.
    struct Ending: Equatable, Sendable {
        var output = ""
        var errors = ""
        var exitCode = ExitCode.done
    }

    /// Opens the way to the services for as long as a command runs.
    typealias Connect =
        @Sendable (Settings, @Sendable (any ServiceCalls) async -> Ending) async -> Ending

    var environment: [String: String]
    var style: Style
    /// Shows a line at once, for a command that does not end by itself.
    var show: @Sendable (String) -> Void = { _ in }
    var interruption = Interruption()
    var connect: Connect

    func run(_ arguments: [String]) async -> Ending {
        if arguments.first == CompletionScript.request { return await complete(Array(arguments.dropFirst())) }
        do throws(UsageError) {
            switch try Self.parse(arguments, environment, columns: style.columns) {
            case .show(let text): return Ending(output: text + "\n")
            case .run(let parsed): return try await run(parsed)
            }
        } catch {
            let wantsJSON = arguments.prefix { $0 != "--" }.contains(Settings.json.name)
            return Self.ending(of: .usage(error), wantsJSON: wantsJSON)
        }
    }

    /// Reads a command line with what the named shop, or the current one, adds to it.
    static func parse(
        _ arguments: [String], _ environment: [String: String], columns: Int? = nil
    ) throws(UsageError) -> Outcome {
        try syntax.parse(
            arguments, environment: environment, version: version,
            configured: { (parsed) throws(UsageError) in
                // What mends the file must not stumble over it.
                if parsed.command.hasPrefix("context ") { return nil }
                do throws(GatewayError) {
                    return try Contexts.read(Contexts.path(environment)).configured(parsed)
                } catch {
                    throw UsageError(message: error.plainMessage)
                }
            }, columns: columns)
    }

    /// Says what a shell may offer; whatever fails, there is nothing to say.
    private func complete(_ words: [String]) async -> Ending {
        let completion = ShopCompletion(words, environment: environment)
        guard completion.asksShop, let settings = completion.settings else {
            return Ending(output: await completion.lines(nil))
        }
        return await connect(settings) { calls in
            let deadline = Deadline(milliseconds: ShopCompletion.timeoutMilliseconds)
            return Ending(
                output: await completion.lines(Shop(calls: calls, settings: settings, deadline: deadline)))
        }
    }

    private func run(_ parsed: Parsed) async throws(UsageError) -> Ending {
        var settings = try Settings(parsed, zone: style.zone)
        settings.contextsPath = Contexts.path(environment)
        guard let command = Self.commands.first(where: { $0.syntax.name == parsed.command }) else {
            throw UsageError(message: "unknown command \(parsed.command)")
        }
        return try await run(command, parsed, settings)
    }

    private func run<C: ShopCommand>(
        _ type: C.Type, _ parsed: Parsed, _ settings: Settings
    ) async throws(UsageError) -> Ending {
        let command: C
        do throws(UsageError) {
            command = try C(parsed, settings)
        } catch {
            // Values are read after the words, by then nobody knows which command's help to name.
            throw error.command.isEmpty
                ? UsageError(message: error.message, command: "gateway \(C.syntax.name)") : error
        }
        let (style, show, interruption) = (style, show, interruption)
        let deadline = Deadline(milliseconds: settings.timeoutMilliseconds ?? C.timeoutMilliseconds)
        return await connect(settings) { calls in
            let shop = Shop(
                calls: calls, settings: settings, deadline: deadline, interruption: interruption, show: show)
            do throws(GatewayError) {
                return Self.ending(of: try await command.run(in: shop), settings, style)
            } catch {
                let suggested = await shop.suggestingSkus(error)
                if settings.wantsJSON { return Self.ending(of: suggested, wantsJSON: true) }
                return Self.ending(
                    of: suggested.changingFault { $0.asTyped(command.typed) }, wantsJSON: false)
            }
        }
    }

    private static func ending(of answer: some Answer, _ settings: Settings, _ style: Style) -> Ending {
        let text =
            settings.wantsJSON
            ? SafeText.json(String(decoding: answer.json, as: UTF8.self)) + (answer.json.isEmpty ? "" : "\n")
            : answer.text(style)
        let notes = answer.notes.map { "gateway: " + SafeText.line($0) + "\n" }
        return Ending(output: text, errors: notes.joined(), exitCode: answer.exitCode)
    }

    private static func ending(of error: GatewayError, wantsJSON: Bool) -> Ending {
        let text = wantsJSON ? FailureJSON(error).text : error.text
        return Ending(errors: text + "\n", exitCode: error.exitCode)
    }
}
