import WireProtocol

/// Asks for a greeting: the type names its method and its reply.
public struct Greet: Request {
    public static let method = "greeter.greet"
    public var name: String

    public struct Reply: Codable, Sendable {
        public var greeting: String

        public init(greeting: String) { self.greeting = greeting }
    }

    public init(name: String) { self.name = name }
}
