import Spelling

/// The fields of a body that its type does not have.
struct UnknownFields {
    private var details: [Fault.Detail] = []

    var isEmpty: Bool { details.isEmpty }

    /// - Precondition: there are some.
    var fault: Fault { .invalid(details) }

    /// Notes a key where its object does not know it.
    mutating func note(_ key: String, in schema: Schema, at container: [any CodingKey]) {
        guard details.count < Self.most, let names = schema.names, !names.contains(key) else { return }
        let shown = String(key.prefix(64))
        let nearest = nearestName(to: shown, among: names)
        details.append(
            Fault.Detail(
                field: DecodingProblem.path(container + [TextKey(shown)]), code: "unknown_field",
                message: "no such field" + (nearest.map { ": did you mean \($0)?" } ?? ""),
                facts: nearest.map { ["suggestion": .text($0)] } ?? [:]))
    }

    /// A fault that lists more helps nobody.
    private static let most = 20
}

/// The names in a body, without the values.
indirect enum FieldTree: Decodable {
    case object([(key: String, value: FieldTree)])
    case list([FieldTree])
    case value

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: TextKey.self) {
            self = .object(
                try object.allKeys.map { ($0.stringValue, try object.decode(FieldTree.self, forKey: $0)) })
        } else if var list = try? decoder.unkeyedContainer() {
            var elements: [FieldTree] = []
            while !list.isAtEnd { elements.append(try list.decode(FieldTree.self)) }
            self = .list(elements)
        } else {
            self = .value
        }
    }

    func fields(beyond known: Schema) -> UnknownFields {
        var unknown = UnknownFields()
        note(in: &unknown, beyond: known, at: [])
        return unknown
    }

    private func note(in unknown: inout UnknownFields, beyond known: Schema?, at path: [any CodingKey]) {
        guard let known else { return }
        switch self {
        case .object(let members):
            for (key, value) in members {
                unknown.note(key, in: known, at: path)
                value.note(in: &unknown, beyond: known.member(key), at: path + [TextKey(key)])
            }
        case .list(let elements):
            for (index, element) in elements.enumerated() {
                element.note(in: &unknown, beyond: known.element, at: path + [ListIndex(index)])
            }
        case .value: break
        }
    }
}

extension Schema {
    /// The keys that its objects may have; nil where they are free, or where no object is meant at all, which is
    /// told as what it is.
    fileprivate var names: [String]? {
        switch self {
        case .object(let properties): return properties.map(\.name)
        case .either(let schemas):
            let names = schemas.filter(\.isObject).map(\.names)
            return names.isEmpty || names.contains(nil) ? nil : names.flatMap { $0 ?? [] }
        default: return nil
        }
    }

    private var isObject: Bool {
        switch self {
        case .object, .dictionary, .anything, .either: true
        default: false
        }
    }

    /// What the value of a key may be; nil where that is open.
    func member(_ key: String) -> Schema? {
        switch self {
        case .object(let properties): properties.first { $0.name == key }?.schema
        case .dictionary(let value): value
        case .either(let schemas): schemas.lazy.compactMap { $0.member(key) }.first
        default: nil
        }
    }

    /// What the elements of a list may be; nil where that is open.
    var element: Schema? {
        switch self {
        case .array(let element): element
        case .either(let schemas): schemas.lazy.compactMap(\.element).first
        default: nil
        }
    }
}
