import CommandLineOptions
import WireProtocol

/// What a person typed for the fields of a request, so that a refusal speaks of that: `--limit 0`, not `limit`.
struct TypedWords: Sendable {
    private struct Word {
        var field: String
        var text: String
        /// Whether what follows the field in a longer path is told, too.
        var keepsRest = false
    }

    private var words: [Word] = []

    init() {}

    /// - Parameter parameters: by the path of the field that each one fills.
    init(_ parsed: Parsed, _ parameters: KeyValuePairs<String, any Parameter>) {
        for (field, parameter) in parameters { add(field, Self.text(parsed, parameter)) }
    }

    mutating func add(_ field: String, _ text: String, keepingRest: Bool = false) {
        words.append(Word(field: field, text: text, keepsRest: keepingRest))
    }

    /// With the lines of a basket as they were typed.
    func adding(lines: [String]) -> TypedWords {
        var words = self
        for (index, line) in lines.enumerated() { words.add("lines[\(index)]", shellWord(line)) }
        return words
    }

    private static func text(_ parsed: Parsed, _ parameter: any Parameter) -> String {
        let values = parsed.texts(parameter).map(shellWord).joined(separator: " ")
        let isFlag = parameter.name.hasPrefix("--")
        if values.isEmpty { return parameter.name }
        return isFlag ? "\(parameter.name) \(values)" : values
    }

    /// Nil for a field that nobody typed.
    func text(for field: String) -> String? {
        let found = words.first { word in
            word.field == field || field.hasPrefix("\(word.field).") || field.hasPrefix("\(word.field)[")
        }
        return found.map { $0.keepsRest ? $0.text + " " + field.dropFirst($0.field.count + 1) : $0.text }
    }

    /// The message with the flags' names for what only a program calls so: `minPrice`.
    fileprivate func renamed(_ message: String) -> String {
        words.reduce(message) { message, word in
            guard word.text.hasPrefix("--"), word.field.contains(where: \.isUppercase),
                let flag = word.text.split(separator: " ").first
            else { return message }
            return message.replacing(word.field, with: flag)
        }
    }
}

extension Fault {
    func asTyped(_ words: TypedWords) -> Fault {
        var fault = self
        fault.details = details.map { detail in
            var detail = detail
            detail.message = words.renamed(detail.message)
            guard let text = words.text(for: detail.field) else { return detail }
            // What the message names already is not said twice.
            let isNamed = detail.message.split(separator: " ").contains { $0 == text }
            detail.field = isNamed ? "" : text
            return detail
        }
        if let first = details.first, message == "\(first.field): \(first.message)", !first.field.isEmpty {
            fault.message = fault.details[0].sentence
        } else {
            fault.message = words.renamed(message)
        }
        return fault
    }
}

extension Fault.Detail {
    var sentence: String { field.isEmpty ? message : "\(field): \(message)" }
}

extension GatewayError {
    /// The same error with another fault in it; a raw call's stays as it came.
    func changingFault(_ change: (Fault) -> Fault) -> GatewayError {
        guard var failure, case .fault(let fault) = failure.reason else { return self }
        failure.reason = .fault(change(fault))
        return switch self {
        case .usage, .file, .unmet, .rawFailure: self
        case .service(_, let waited): .service(failure, waitedMilliseconds: waited)
        case .unsettled(_, let key, let waited): .unsettled(failure, key: key, waitedMilliseconds: waited)
        case .unsettledOrder(_, let order, let waited):
            .unsettledOrder(failure, order, waitedMilliseconds: waited)
        case .halfway(_, let done, let waited): .halfway(failure, done: done, waitedMilliseconds: waited)
        }
    }
}
