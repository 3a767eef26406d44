import CommandLineOptions
package import Messaging
import Sealing

/// What a service is told on its command line or in its environment.
package struct ServiceSettings: Sendable {
    package var bind: Endpoint
    /// Where events are published.
    var events: Endpoint
    /// The replicas of each peer.
    package var peers: [String: [Endpoint]]
    package var dataFolder: String
    package var starterFolder: String?
    package var sealKeyFile: String
    package var insecure: Bool
    /// To the calls, and as many to the events.
    var mostConnections: Int
    /// What others may make the service hold.
    package var memory: MemoryBudget
    package var logLevel: Logger.Level

    init(_ parsed: Parsed, _ flags: ServiceFlags) throws(UsageError) {
        bind = try Self.endpoint(flags.bind, parsed)
        events =
            parsed.textOrNil(flags.events) == nil
            ? bind.besideForEvents : try Self.endpoint(flags.events, parsed)
        peers = [:]
        for (name, flag) in flags.peers { peers[name] = try Self.replicas(flag, parsed) }
        dataFolder = try parsed.text(flags.data)
        starterFolder = parsed.textOrNil(flags.starter)
        sealKeyFile = parsed.textOrNil(flags.sealKey) ?? "\(dataFolder)/seal.key"
        insecure = parsed.isOn(flags.insecure)
        mostConnections = try parsed.integer(flags.maxConnections, in: 4...60_000)
        memory = MemoryBudget(
            bytes: try parsed.integer(flags.memoryBudget, in: ServiceFlags.memoryMebibytes) << 20)
        logLevel = try parsed.converted(
            flags.logLevel, allowed: "one of \(ServiceFlags.levels.joined(separator: ", "))"
        ) { Logger.Level(rawValue: $0) }
    }

    private static func endpoint(_ flag: Flag, _ parsed: Parsed) throws(UsageError) -> Endpoint {
        try parsed.converted(flag, allowed: "an address such as tcp://127.0.0.1:7020, its port below 32768") {
            try? Endpoint($0)
        }
    }

    private static func replicas(_ flag: Flag, _ parsed: Parsed) throws(UsageError) -> [Endpoint] {
        try parsed.converted(
            flag, allowed: "addresses such as tcp://127.0.0.1:7020, with commas between"
        ) { try? Endpoint.replicas($0) }
    }
}

extension ServiceSettings {
    func ofService(named name: String, version: String, logger: Logger) -> Service.Settings {
        var calls = ResponderSettings(endpoint: bind)
        calls.allowsPlainTextFromOthers = insecure
        calls.mostConnections = mostConnections
        calls.memory = memory
        var publishing = PublisherSettings(endpoint: events)
        publishing.allowsPlainTextFromOthers = insecure
        publishing.mostConnections = mostConnections
        publishing.memory = memory
        var service = Service.Settings(name: name, version: version, calls: bind)
        service.instance = randomIdentifier(bytes: 6)
        service.calls = calls
        service.events = publishing
        service.logger = logger
        return service
    }
}

/// The flags that services share.
struct ServiceFlags: Sendable {
    static let memoryMebibytes = MemoryBudget.leastBytes >> 20...1 << 20
    static let levels = Logger.Level.allCases.map(\.rawValue)

    let bind: Flag
    let events = Flag(
        "--events", value: "ENDPOINT", environment: "SHOP_EVENTS",
        help: "where events are published (default: one port above the calls)")
    let peers: [(name: String, flag: Flag)]
    let data: Flag
    let starter = Flag(
        "--starter", value: "DIR", environment: "SHOP_STARTER",
        help: "a folder with a first shop, loaded when the store is empty")
    let sealKey = Flag(
        "--seal-key", value: "FILE", environment: "SHOP_SEAL_KEY",
        help: "the key that seals quotes, the same file for pricing and checkout; made when absent "
            + "(default: seal.key in the data folder)")
    let insecure = Flag(
        "--insecure", help: "allow an address that others can reach, in plain text and without keys")
    let maxConnections = Flag(
        "--max-connections", value: "N", environment: "SHOP_MAX_CONNECTIONS", default: "1000",
        help:
            "the most connections to the calls, and as many to the events; fewer where the process may have few "
            + "descriptors. Beyond it those are cut that were idle for the longest")
    let memoryBudget = Flag(
        "--memory-budget", value: "MIB", environment: "SHOP_MEMORY_BUDGET",
        default: String(MemoryBudget().bytes >> 20),
        help: "what callers and subscribers together may make the service hold, in mebibytes")
    let logLevel = Flag(
        "--log-level", value: "LEVEL", default: Logger.Level.info.rawValue, allowed: levels,
        help: "the least important lines to write")
    let check = Flag(
        "--check", help: "ask the service that runs there for its health: exit code 0 when it serves, else 1")

    init(name: String, port: Int, peers: [Peer] = []) {
        bind = Flag(
            "--bind", value: "ENDPOINT", environment: "SHOP_BIND", default: "tcp://127.0.0.1:\(port)",
            help: "where calls are answered")
        self.peers = peers.map { peer in
            let flag = Flag(
                "--\(peer.name)", value: "ENDPOINT", environment: "SHOP_\(peer.name.uppercased())",
                default: "tcp://127.0.0.1:\(peer.port)",
                help:
                    "where \(peer.name) answers calls, whose events are followed; replicas with commas between"
            )
            return (peer.name, flag)
        }
        data = Flag(
            "--data", value: "DIR", environment: "SHOP_DATA", default: ".shop/data/\(name)",
            help: "the folder of the service's database, made when absent")
    }

    func all(sealed: Bool) -> [Flag] {
        [bind, events] + peers.map(\.flag) + [data, starter] + (sealed ? [sealKey] : []) + [
            insecure, maxConnections, memoryBudget, logLevel, check,
        ]
    }
}
