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
        if let problem = context.underlyingError as? CBORError {
            return malformed(problem, context.codingPath)
        }
        // Foundation reports what it cannot parse, and only that, without a path.
        return shape(context.codingPath.isEmpty ? "not valid JSON" : "not valid", at: context.codingPath)
    }

    /// Bytes that are no message at all, in the words used for JSON and with a path only where JSON has one.
    private static func malformed(_ problem: CBORError, _ container: [any CodingKey]) -> Fault.Detail {
        var detail =
            switch problem.reason {
            case .nestedTooDeeply: shape("nested too deeply", at: [])
            case .invalidUTF8: shape("not valid UTF-8", at: [])
            case .duplicateKey(let key): duplicateKey.detail(at: path(container + [TextKey(key)]))
            case .unwieldyKey: unwieldyKey.detail(at: path(container))
            case .tooManyEntries(let most): tooManyEntries(most: most).detail(at: path(container))
            default: shape("not valid CBOR", at: [])
            }
        detail.facts["offset"] = .number(Int64(problem.offset))
        return detail
    }

    /// The same key twice in one object, by whichever of its spellings.
    static func duplicateKey(_ key: String, in container: [any CodingKey]) -> DecodingError {
        duplicateKey.decodingError(at: container + [TextKey(key)])
    }

    private static let duplicateKey = FieldProblem(
        code: "invalid_request", message: "the same key stands there twice")

    static let unwieldyKey = FieldProblem(
        code: "invalid_request",
        message:
            "a key has more than \(KeyForm.longestBytes) bytes, or more than \(KeyForm.mostMarks) marks in a row",
        facts: ["max": .number(Int64(KeyForm.longestBytes))])

    static func tooManyEntries(most: Int) -> FieldProblem {
        FieldProblem(
            code: "invalid_request", message: "more than \(most) elements and keys in all",
            facts: ["max": .number(Int64(most))])
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
