import Contracts

/// How people name an order: by its number (`2026-000123`, `2026-000123-K7Q`), which ids do not look like, or by its id.
enum OrderReference: Equatable, Sendable {
    case id(String)
    case number(String)

    init(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isNumber =
            (2...3).contains(parts.count) && parts[0].utf8.count == 4
            && parts[..<2].allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
            && parts[2...].allSatisfy { $0.utf8.count == 3 }
        self = isNumber ? .number(text) : .id(text)
    }

    var request: FindOrder {
        switch self {
        case .id(let id): FindOrder(id: id)
        case .number(let number): FindOrder(number: number)
        }
    }
}
