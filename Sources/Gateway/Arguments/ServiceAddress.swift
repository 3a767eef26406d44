import CommandLineOptions
import Messaging

/// The address of any service, before what is asked of it.
enum ServiceAddress {
    static let argument = Argument(
        "ADDRESS", optional: true, accepts: { $0.contains("://") },
        help: "Where a service listens that is not the shop's, such as tcp://127.0.0.1:7190")

    static func endpointOrNil(_ parsed: Parsed) throws(UsageError) -> Endpoint? {
        guard parsed.textOrNil(argument) != nil else { return nil }
        return try parsed.converted(argument, allowed: "an address such as tcp://127.0.0.1:7190") {
            try? Endpoint.replicas($0).first
        }
    }
}
