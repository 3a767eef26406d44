import CommandLineOptions
import WireProtocol

/// One subcommand: from a parsed command line through typed calls to something that can be shown.
protocol ShopCommand: Sendable {
    associatedtype Result: Answer

    static var syntax: Command { get }
    /// How long the command may take unless `--timeout` says otherwise.
    static var timeoutMilliseconds: Int { get }

    /// What was typed for the fields of its requests.
    var typed: TypedWords { get }

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError)
    func run(in shop: Shop) async throws(GatewayError) -> Result
}

extension ShopCommand {
    static var timeoutMilliseconds: Int { 3000 }
    var typed: TypedWords { TypedWords() }
}

/// A command that changes something: it is repeated with one key until it is answered.
protocol ChangingCommand: ShopCommand {
    /// The key from the command line, else a new one.
    var key: String { get }
}

extension ChangingCommand {
    static var timeoutMilliseconds: Int { 10_000 }

    static var keyFlag: Flag {
        Flag("--key", value: "KEY", help: "Idempotency key: the same key and change are done once")
    }
}

extension Shop {
    /// A change, repeated until it is answered or the deadline has passed.
    func change<R: Request>(_ request: R, key: String) async throws(GatewayError) -> Answered<R.Reply> {
        do throws(ServiceFailure) {
            return try await settle(request, changingWithKey: key)
        } catch {
            throw .change(error, key: key, waitedMilliseconds: deadline.allowedMilliseconds)
        }
    }
}
