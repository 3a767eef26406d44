/// A message that asks for exactly one reply. The type names its method and its reply, so a caller cannot
/// wait for the wrong one.
public protocol Request: Codable, Sendable {
    associatedtype Reply: Codable & Sendable

    /// The name on the wire, `<service>.<verb>`.
    static var method: String { get }

    /// What happens when the same message is sent twice.
    static var repetition: Repetition { get }

    /// What its body may be in bytes, in either encoding. A larger one is refused before anything of it is read, so
    /// the bound is what such a request can mean at most.
    static var largestBodyBytes: Int { get }

    /// How many elements of lists and keys of objects its body may hold in all, known ones or not. One that has more
    /// is refused while it is read, at the first beyond.
    static var mostBodyEntries: Int { get }

    /// Checks the rules that need no state of a service, after decoding and before the handler.
    ///
    /// - Throws: one fault that lists every bad field.
    func validate() throws(Fault)
}

extension Request {
    public static var repetition: Repetition { .harmless }

    public static var largestBodyBytes: Int { 1 << 20 }

    public static var mostBodyEntries: Int { 100_000 }

    public func validate() throws(Fault) {}
}

/// What happens when the same request is sent twice; decides whether a caller may try again by itself.
public enum Repetition: Sendable {
    /// A read: may always be sent again. Fields that are not known are ignored.
    case harmless
    /// A change that is the same when done twice: may always be sent again. Fields that are not known are refused.
    case idempotentChange
    /// A change that must carry an idempotency key, and may be sent again with the same one. Fields that are not
    /// known are refused.
    case keyed

    /// Whether a field that nobody reads might have been meant to change something.
    public var isChange: Bool { self != .harmless }
}

/// The reply of a request that has nothing to say.
public struct Empty: Codable, Sendable, Equatable {
    public init() {}
}
