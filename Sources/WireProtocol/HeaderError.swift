/// A header frame that is refused.
public struct HeaderError: Error, Sendable, Equatable {
    public enum Reason: Sendable, Equatable {
        /// Over 8 KiB.
        case tooLong
        case notUTF8
        case controlCharacter
        /// The start line does not begin with `SHOP/`.
        case notShop
        case unsupportedVersion(String)
        /// The word after the version, and what follows it, make no start line.
        case badStartLine
        /// A line that is not `name: value`.
        case badLine
        /// A name that stands twice.
        case repeated(String)
        /// A value that its name does not allow.
        case badValue(name: String, expected: String)
        case unknownContentType(String)
    }

    public var reason: Reason
    /// The message's id, where that could still be read: the answer carries it.
    public var id: String?
    /// Whether the sender may wait for an answer: false for what is certainly no request.
    public var expectsAnswer: Bool

    public init(_ reason: Reason, id: String? = nil, expectsAnswer: Bool = true) {
        self.reason = reason
        self.id = id
        self.expectsAnswer = expectsAnswer
    }

    /// What the sender is told.
    public var fault: Fault {
        Fault(.invalidArgument, code: "invalid_request", message: reason.description)
    }
}

extension HeaderError.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong: "the header is longer than \(Header.longestHeaderBytes) bytes"
        case .notUTF8: "the header is not valid UTF-8"
        case .controlCharacter: "the header holds a control character"
        case .notShop: "not a SHOP/1 header"
        case .unsupportedVersion(let version): "\(version) is not spoken here, only SHOP/1"
        case .badStartLine: "the header's first line is none of SHOP/1"
        case .badLine: "a line of the header is not \"name: value\""
        case .repeated(let name): "the header names \(name) twice"
        case .badValue(let name, let expected): "the header's \(name) must be \(expected)"
        case .unknownContentType(let type): "the content type \(type) is not known here"
        }
    }
}
