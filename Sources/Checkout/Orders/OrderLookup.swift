import Contracts
import WireProtocol

extension FindOrder {
    /// - Throws: `unknown_order`.
    func run(in books: any CheckoutBooks) throws -> OrderRecord {
        let found: OrderRecord? =
            if let id { try books.order(id: id) } else if let number {
                try OrderNumber(number).flatMap { try books.order(numbered: $0) }
            } else if let key { try books.order(placedWith: key) } else { nil }
        guard let found else { throw Fault.unknownOrder(asked) }
        return found
    }

    private var asked: String { key.map { "order with the key \($0)" } ?? "order \(number ?? id ?? "")" }
}

extension CheckoutBooks {
    func order(id text: String) throws -> OrderRecord? {
        guard let id = OrderID(text), let found = try order(inRow: id.row), found.id == id else { return nil }
        return found
    }

    /// Keys of other changes are remembered, too; only the order knows which one it was placed with.
    fileprivate func order(placedWith key: String) throws -> OrderRecord? {
        guard let bytes = try memory(ofKey: key),
            let memory = try? WireCoding.kept.decode(OrderMemory.self, from: bytes),
            let found = try order(inRow: memory.row), found.key == key
        else { return nil }
        return found
    }
}
