import Messaging
import WireProtocol

/// Methods with their shapes, written shortly: `{skus:[string], currency:string, at?:string}`.
struct DescriptionAnswer: Answer {
    var methods: [SystemDescribe.Method]

    func text(_ style: Style) -> String {
        methods.map { method in
            let key = method.needsKey ? " (needs --key)" : ""
            var facts = FactList()
            facts.add("  request", Self.shape(method.request))
            facts.add("  reply", Self.shape(method.reply))
            return style.heading(SafeText.line(method.method)) + key + "\n" + facts.text(style)
        }.joined(separator: "\n")
    }

    var json: [UInt8] { Self.encoded(SystemDescribe.Reply(methods: methods)) }

    /// A JSON Schema in the notation of the contracts.
    static func shape(_ schema: JSONValue) -> String {
        guard case .object(let keywords) = schema else { return "any" }
        if case .list(let words)? = keywords["enum"] {
            return words.map { if case .text(let word) = $0 { "\"\(word)\"" } else { "?" } }.joined(
                separator: "|")
        }
        if case .list(let schemas)? = keywords["anyOf"] { return schemas.map(shape).joined(separator: "|") }
        guard case .text(let type)? = keywords["type"] else { return "any" }
        switch type {
        case "array": return "[\(shape(keywords["items"] ?? .null))]"
        case "object": return object(keywords)
        case "string":
            if case .text(let format)? = keywords["format"] { return format }
            return type
        default: return type
        }
    }

    private static func object(_ keywords: [String: JSONValue]) -> String {
        if let values = keywords["additionalProperties"] { return "{…: \(shape(values))}" }
        guard case .object(let properties)? = keywords["properties"] else { return "{}" }
        var required: Set<JSONValue> = []
        if case .list(let names)? = keywords["required"] { required = Set(names) }
        let members = properties.sorted { $0.key < $1.key }.map { name, schema in
            "\(name)\(required.contains(.text(name)) ? "" : "?"): \(shape(schema))"
        }
        return "{\(members.joined(separator: ", "))}"
    }
}
