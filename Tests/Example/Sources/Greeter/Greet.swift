import WireProtocol

/// Asks for a greeting: the type names its method and its reply.
struct Greet: Request {
    static let method = "greeter.greet"
    var name: String

    struct Reply: Codable, Sendable {
        var greeting: String
    }
}
