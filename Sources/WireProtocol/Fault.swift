/// An error that crosses the wire.
///
/// `status` and `retryAfterMilliseconds` travel in the header; the rest is the body.
public struct Fault: Error, Sendable, Equatable {
    public var status: Status
    /// Stable and documented, for programs: `out_of_stock`.
    public var code: String
    /// For people.
    public var message: String
    /// Whether the identical call may succeed later.
    public var retryable: Bool
    /// Every field that is wrong, all at once.
    public var details: [Detail]
    public var retryAfterMilliseconds: Int?

    public init(
        _ status: Status, code: String, message: String, retryable: Bool = false, details: [Detail] = [],
        retryAfterMilliseconds: Int? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.retryable = retryable
        self.details = details
        self.retryAfterMilliseconds = retryAfterMilliseconds
    }

    /// The fault for one or more bad fields: code and message are the first one's, all are listed.
    ///
    /// - Precondition: `details` is not empty.
    public static func invalid(_ details: [Detail]) -> Fault {
        let first = details[0]
        let message = first.field.isEmpty ? first.message : "\(first.field): \(first.message)"
        return Fault(.invalidArgument, code: first.code, message: message, details: details)
    }

    /// What is wrong with one field, and the bounds that hold there.
    public struct Detail: Sendable, Equatable {
        /// The path from the body's root, `lines[1].quantity`; empty for the body itself.
        public var field: String
        public var code: String
        public var message: String
        /// Bounds and facts beside the three texts: `min`, `max`, `step`, `available`, …
        public var facts: [String: Fact]

        public init(field: String, code: String, message: String, facts: [String: Fact] = [:]) {
            self.field = field
            self.code = code
            self.message = message
            self.facts = facts
        }
    }

    /// A bound or a fact of a detail.
    public enum Fact: Sendable, Equatable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
        case number(Int64)
        case text(String)

        public init(integerLiteral value: Int64) { self = .number(value) }
        public init(stringLiteral value: String) { self = .text(value) }
    }
}
