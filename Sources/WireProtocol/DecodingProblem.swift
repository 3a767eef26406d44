import CBOR

/// What a decoder's error means to the one who sent the body.
enum DecodingProblem {
    static func detail(of error: any Error) -> Fault.Detail {
        switch error {
        case let problem as FieldProblem:
            problem.detail(at: "")
        case DecodingError.keyNotFound(let key, let context):
            shape("missing", at: context.codingPath + [key])
        case DecodingError.valueNotFound(_, let context):
            shape("missing", at: context.codingPath)
        case DecodingError.typeMismatch(let type, let context):
            shape(expectation(of: type), at: context.codingPath)
        case DecodingError.dataCorrupted(let context):
            corrupted(context)
        default:
            shape("not a valid message", at: [])
        }
    }

    private static func corrupted(_ context: DecodingError.Context) -> Fault.Detail {
        if let problem = context.underlyingError as? FieldProblem {
            return problem.detail(at: path(context.codingPath))
        }
        if let problem = context.underlyingError as? CBORError { return malformed(problem) }
        // Foundation reports what it cannot parse, and only that, without a path.
        return shape(context.codingPath.isEmpty ? "not valid JSON" : "not valid", at: context.codingPath)
    }

    /// Bytes that are no message at all, in the words used for JSON and without a path, as there.
    private static func malformed(_ problem: CBORError) -> Fault.Detail {
        let message =
            switch problem.reason {
            case .nestedTooDeeply: "nested too deeply"
            case .invalidUTF8: "not valid UTF-8"
            case .duplicateKey(let key): "the key \"\(key)\" stands twice"
            default: "not valid CBOR"
            }
        var detail = shape(message, at: [])
        detail.facts["offset"] = .number(Int64(problem.offset))
        return detail
    }

    private static func shape(_ message: String, at path: [any CodingKey]) -> Fault.Detail {
        Fault.Detail(field: Self.path(path), code: "invalid_request", message: message)
    }

    private static func expectation(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "must be a text"
        case is Bool.Type: "must be true or false"
        case is any BinaryInteger.Type: "must be a whole number"
        case is any BinaryFloatingPoint.Type: "must be a number"
        case is [Any].Type: "must be a list"
        case is [String: Any].Type: "must be an object"
        default: "must be of another kind"
        }
    }

    /// The path as people write it, `lines[1].quantity`; a long one keeps its end.
    static func path(_ keys: [any CodingKey]) -> String {
        var text = ""
        for key in keys {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        let longest = 200
        return text.count <= longest ? text : "…" + text.suffix(longest)
    }
}
