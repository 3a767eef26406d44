import WireProtocol

/// Puts a name into the guest book, once for each key.
public struct Sign: Request {
    public static let method = "greeter.sign"
    public static let repetition = Repetition.keyed
    public var name: String

    public struct Reply: Codable, Sendable {
        public var line: Int

        public init(line: Int) { self.line = line }
    }

    public init(name: String) { self.name = name }
}
