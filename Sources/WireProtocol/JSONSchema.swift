extension Schema {
    /// The schema as a JSON Schema document (draft 2020-12).
    public var jsonSchema: JSONValue {
        guard case .object(var members) = keywords else { return true }
        members["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        return .object(members)
    }

    private var keywords: JSONValue {
        switch self {
        case .object(let properties): Self.objectKeywords(properties)
        case .array(let element): ["type": "array", "items": element.keywords]
        case .dictionary(let value): ["type": "object", "additionalProperties": value.keywords]
        case .string(let format, let pattern, let maxLength):
            Self.keywords(
                type: "string",
                [
                    "format": format.map(JSONValue.text), "pattern": pattern.map(JSONValue.text),
                    "maxLength": maxLength.map { .integer(Int64($0)) },
                ])
        case .integer(let minimum, let maximum):
            Self.keywords(
                type: "integer",
                ["minimum": minimum.map(JSONValue.integer), "maximum": maximum.map(JSONValue.integer)])
        case .number: ["type": "number"]
        case .boolean: ["type": "boolean"]
        case .oneOf(let words): ["type": "string", "enum": .list(words.map(JSONValue.text))]
        case .either(let schemas): ["anyOf": .list(schemas.map(\.keywords))]
        case .anything: [:]
        }
    }

    private static func objectKeywords(_ properties: [Property]) -> JSONValue {
        var shapes: [String: JSONValue] = [:]
        for property in properties { shapes[property.name] = property.schema.keywords }
        let required = properties.filter(\.required).map { JSONValue.text($0.name) }
        return keywords(
            type: "object",
            ["properties": .object(shapes), "required": required.isEmpty ? nil : .list(required)])
    }

    private static func keywords(type: JSONValue, _ others: [String: JSONValue?]) -> JSONValue {
        var members = others.compactMapValues { $0 }
        members["type"] = type
        return .object(members)
    }
}
