/// How a fault is written as a body: `{"code":…,"message":…,"retryable":…,"details":[…]}`.
///
/// A body carries no status, so decoding needs the one from the header.
public struct FaultBody: Codable, Sendable, Equatable {
    public var code: String
    public var message: String
    public var retryable: Bool
    public var details: [Fault.Detail]

    public init(_ fault: Fault) {
        code = fault.code
        message = fault.message
        retryable = fault.retryable
        details = fault.details
    }

    public func fault(_ status: Status, retryAfterMilliseconds: Int? = nil) -> Fault {
        Fault(
            status, code: code, message: message, retryable: retryable, details: details,
            retryAfterMilliseconds: retryAfterMilliseconds)
    }

    private enum CodingKeys: String, CodingKey { case code, message, retryable, details }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        code = try values.decode(String.self, forKey: .code)
        message = try values.decode(String.self, forKey: .message)
        retryable = try values.decodeIfPresent(Bool.self, forKey: .retryable) ?? false
        details = try values.decodeIfPresent([Fault.Detail].self, forKey: .details) ?? []
    }
}

/// The facts stand beside the three texts, not in an object of their own.
extension Fault.Detail: Codable {
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: TextKey.self)
        self.init(field: "", code: "", message: "")
        for key in values.allKeys {
            switch key.stringValue {
            case "field": field = try values.decode(String.self, forKey: key)
            case "code": code = try values.decode(String.self, forKey: key)
            case "message": message = try values.decode(String.self, forKey: key)
            // A fact of a kind that is not known here (a later version's) is left out, not an error.
            default: facts[key.stringValue] = try? values.decode(Fault.Fact.self, forKey: key)
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: TextKey.self)
        try values.encode(field, forKey: TextKey("field"))
        try values.encode(code, forKey: TextKey("code"))
        try values.encode(message, forKey: TextKey("message"))
        for (name, fact) in facts.sorted(by: { $0.key < $1.key }) {
            try values.encode(fact, forKey: TextKey(name))
        }
    }
}

extension Fault.Fact: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int64.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        }
    }
}
