import CommandLineOptions
package import Messaging

/// What a service is told on its command line or in its environment.
package struct ServiceSettings: Sendable {
    package var bind: String
    package var dataFolder: String
    package var starterFolder: String?
    package var sealKeyFile: String
    package var insecure: Bool
    package var logLevel: Logger.Level

    init(_ parsed: Parsed, _ flags: ServiceFlags) throws(UsageError) {
        bind = try parsed.text(flags.bind)
        dataFolder = try parsed.text(flags.data)
        starterFolder = parsed.textOrNil(flags.starter)
        sealKeyFile = parsed.textOrNil(flags.sealKey) ?? "\(dataFolder)/seal.key"
        insecure = parsed.isOn(flags.insecure)
        logLevel = try parsed.converted(
            flags.logLevel, allowed: "one of \(ServiceFlags.levels.joined(separator: ", "))"
        ) { Logger.Level(rawValue: $0) }
    }
}

/// The flags that services share.
struct ServiceFlags: Sendable {
    static let levels = Logger.Level.allCases.map(\.rawValue)

    let bind: Flag
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
    let logLevel = Flag(
        "--log-level", value: "LEVEL", default: Logger.Level.info.rawValue, allowed: levels,
        help: "the least important lines to write")
    let check = Flag(
        "--check", help: "ask the service that runs there for its health: exit code 0 when it serves, else 1")

    init(name: String, port: Int) {
        bind = Flag(
            "--bind", value: "ENDPOINT", environment: "SHOP_BIND", default: "tcp://127.0.0.1:\(port)",
            help: "where calls are answered")
        data = Flag(
            "--data", value: "DIR", environment: "SHOP_DATA", default: ".shop/data/\(name)",
            help: "the folder of the service's database, made when absent")
    }

    func all(sealed: Bool) -> [Flag] {
        [bind, data, starter] + (sealed ? [sealKey] : []) + [insecure, logLevel, check]
    }
}
