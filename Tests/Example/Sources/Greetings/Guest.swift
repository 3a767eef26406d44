/// The body of the events in the stream `guests`.
public struct Guest: Codable, Sendable {
    public var name: String

    public init(name: String) { self.name = name }
}
