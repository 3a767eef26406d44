import WireProtocol

/// Puts a name into the guest book, once for each key.
struct Sign: Request {
    static let method = "greeter.sign"
    static let repetition = Repetition.keyed
    var name: String

    struct Reply: Codable, Sendable {
        var line: Int
    }
}
