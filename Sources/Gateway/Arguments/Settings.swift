import CommandLineOptions
import Contracts
import Messaging

/// What every command line may say, whatever the command.
struct Settings: Sendable, Equatable {
    var endpoints: [Service: [Endpoint]]
    var currency: Currency
    /// Absent: the command's own.
    var timeoutMilliseconds: Int?
    var wantsJSON: Bool
    /// Whether each call is told on stderr.
    var isVerbose = false
    /// In which days and hours are typed and told.
    var zone = Zone.utc
    /// The file of named shops; nil where there is no place for it.
    var contextsPath: String?

    static let json = Flag("--json", help: "Print the wire's own JSON")
    static let verbose = Flag(
        "--verbose", short: "-v",
        help: "Show each call on stderr: where it went, who answered, how long it took")
    static let context = Flag(
        "--context", value: "NAME", environment: "SHOP_CONTEXT", completes: Completable.found("context"),
        help: "Which shop of `gateway context list`; flags and the environment override what it says")
    static let currency = Flag(
        "--currency", value: "CODE", environment: "SHOP_CURRENCY", default: "USD",
        help: "Currency of prices and amounts, ISO 4217")
    static let timeout = Flag(
        "--timeout", value: "TIME",
        help: "How long to wait for the whole command, as 500ms or 5s, a bare number in seconds, up to 1m "
            + "(default 3s; 10s for changes)")

    static let flags = [json, verbose, context, currency, timeout] + Service.allCases.map(endpoints)

    static func endpoints(_ service: Service) -> Flag {
        Flag(
            "--\(service.name)", value: "ADDRESS", environment: service.environmentName,
            default: service.defaultEndpoint,
            help: "Where \(service.name) listens; replicas with commas between")
    }

    /// What another command line needs to find the same services: nothing for those at their usual addresses.
    var addressFlags: [(String, String)] {
        Service.allCases.compactMap { service in
            let text = (endpoints[service] ?? []).map(\.description).joined(separator: ",")
            return text.isEmpty || text == service.defaultEndpoint ? nil : ("--\(service.name)", text)
        }
    }

    init(_ parsed: Parsed, zone: Zone = .utc) throws(UsageError) {
        self.zone = zone
        currency = try parsed.currency(Self.currency)
        wantsJSON = parsed.isOn(Self.json)
        isVerbose = parsed.isOn(Self.verbose)
        // The services hold nobody longer than a minute (the cap of `ttl`).
        timeoutMilliseconds =
            parsed.textOrNil(Self.timeout) == nil
            ? nil : try parsed.milliseconds(Self.timeout, in: 1...60_000)
        endpoints = [:]
        for service in Service.allCases {
            endpoints[service] = try Self.endpoints(of: service, parsed)
        }
    }

    private static func endpoints(of service: Service, _ parsed: Parsed) throws(UsageError) -> [Endpoint] {
        try parsed.converted(
            endpoints(service), allowed: "addresses such as \(service.defaultEndpoint), with commas between"
        ) { try? Endpoint.replicas($0) }
    }
}
