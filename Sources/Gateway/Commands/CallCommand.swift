import CommandLineOptions
import Messaging
import Spelling
import WireProtocol

/// Sends raw JSON and prints the raw reply.
struct CallCommand: ShopCommand {
    private static let method = Argument(
        "METHOD", help: "Such as pricing.quote; $sys.… needs ADDRESS or --service")
    private static let body = Argument(
        "JSON", optional: true, help: "The request (default {}); - reads stdin, @FILE a file")
    private static let service = Flag(
        "--service", value: "NAME", allowed: Service.allCases.map(\.name),
        help: "Which service of the shop to ask")
    private static let key = Flag("--key", value: "KEY", help: "Idempotency key, which changes need")

    static let syntax = Command(
        name: "call", summary: "Send raw JSON to a service and print its raw reply",
        arguments: [ServiceAddress.argument, method, body],
        flags: [service, key],
        examples: [
            #"gateway call pricing.quote '{"currency":"USD","lines":[{"sku":"kiwi","quantity":3}]}'"#,
            #"gateway call checkout.restock '{"changes":[{"sku":"kiwi","add":5}]}' --key delivery-17"#,
            "gateway call pricing.put @offers.json", "gateway call '$sys.health' --service catalog",
            #"gateway call tcp://127.0.0.1:7190 greeter.greet '{"name":"Ada"}'"#,
        ])

    static let timeoutMilliseconds = 5000

    let method: String
    let service: Service
    let address: Endpoint?
    let body: String
    let key: String?

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        method = try parsed.text(Self.method)
        body = parsed.textOrNil(Self.body) ?? "{}"
        key = try parsed.keyOrNil(Self.key)
        address = try ServiceAddress.endpointOrNil(parsed)
        guard address == nil else {
            guard !parsed.isGiven(Self.service) else {
                throw UsageError(message: "give either ADDRESS or --service: both say whom to ask")
            }
            service = .other
            return
        }
        service = try Self.service(of: method, named: parsed.textOrNil(Self.service))
    }

    private static func service(of method: String, named name: String?) throws(UsageError) -> Service {
        if let named = name.flatMap(Service.init(name:)) { return named }
        if let owner = Service(method: method) { return owner }
        throw UsageError(
            message:
                "\(method) does not say which service is meant\(meant(by: method)): start it with catalog., pricing. or checkout., put its address before it, or add --service NAME"
        )
    }

    /// The method of the service whose name was mistyped.
    private static func meant(by method: String) -> String {
        guard let dot = method.firstIndex(of: "."),
            let near = nearestName(to: String(method[..<dot]), among: Service.allCases.map(\.name))
        else { return "" }
        return " (did you mean \(near)\(method[dot...])?)"
    }

    func run(in shop: Shop) async throws(GatewayError) -> RawReply {
        let call = OutgoingCall(
            service: service, replica: address, method: method, body: try bytes(), key: key,
            repetition: .keyed, timeoutMilliseconds: shop.deadline.leftMilliseconds)
        do throws(ServiceFailure) {
            return RawReply(json: try await shop.send(call))
        } catch {
            let failure = await suggestingMethod(error, shop)
            throw .rawFailure(failure, waitedMilliseconds: shop.deadline.allowedMilliseconds)
        }
    }

    /// The refusal of an unknown method, with the one that may have been meant; else as it came.
    private func suggestingMethod(_ failure: ServiceFailure, _ shop: Shop) async -> ServiceFailure {
        guard failure.isFault("unknown_method"), case .fault(var fault) = failure.reason,
            let known = try? await DescribeCommand.methods(
                of: service, at: address, shop, withinMilliseconds: Shop.asideMilliseconds),
            let near = nearestName(to: method, among: known.map(\.method))
        else { return failure }
        fault.message += " (did you mean \(near)?)"
        var told = failure
        told.reason = .fault(fault)
        return told
    }

    private func bytes() throws(GatewayError) -> [UInt8] {
        if body == "-" { return try InputFile.read(body) }
        return body.hasPrefix("@") ? try InputFile.read(String(body.dropFirst())) : Array(body.utf8)
    }
}

/// A reply as it came, whatever is asked for.
struct RawReply: Answer {
    var json: [UInt8]

    func text(_ style: Style) -> String { SafeText.json(String(decoding: json, as: UTF8.self)) + "\n" }
}
