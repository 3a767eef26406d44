package import Contracts
package import Messaging
import WireProtocol

/// Where checkout keeps its books: one change after the other, each whole or not at all.
package protocol CheckoutStore: Sendable {
    /// Runs one keyed change: what `perform` did, the key and its answer are kept together, durably, before this
    /// returns; when it throws, nothing of it is.
    ///
    /// The same key and body again is answered by `replay` from what was remembered, and changes nothing.
    ///
    /// - Throws: what `perform` throws; `idempotency_conflict`; `store_unavailable`.
    func change<Reply: Sendable>(
        _ key: ChangeKey,
        perform: @escaping @Sendable (any CheckoutBooks) throws -> Remembered<Reply>,
        replay: @escaping @Sendable (any CheckoutBooks, _ memory: [UInt8]) throws -> Reply
    ) async throws -> Reply

    /// Reads without changing; what is read belongs to one instant.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any CheckoutBooks) throws -> Value
    ) async throws -> Value

    /// From now on `committed` is told what each change has added to the logs, once it is durable and before the
    /// next change starts, so in the order of the logs.
    func follow(_ committed: @escaping @Sendable ([CommittedEvent]) -> Void) async

    /// How far the log of a stream has come; its epoch is made with the store.
    func position(of stream: ShopStream) async throws -> StreamPosition

    /// The events after a number, in order, at most `limit`.
    func events(of stream: ShopStream, after sequence: Int64, limit: Int) async throws -> [CommittedEvent]
}

/// What a change answers, and what it takes to answer it again.
package struct Remembered<Reply: Sendable>: Sendable {
    package let reply: Reply
    package let memory: [UInt8]

    package init(reply: Reply, memory: [UInt8]) {
        self.reply = reply
        self.memory = memory
    }
}

extension Remembered where Reply: Codable {
    /// A reply that is remembered as it is.
    init(_ reply: Reply) throws(Fault) {
        self.init(reply: reply, memory: try WireCoding.kept.encode(reply))
    }
}

/// What a change remembered cannot be read any more. No fault: what we wrote ourselves is no caller's error.
package struct DamagedMemory: Error {
    package let message: String

    static func read<Memory: Decodable>(_ bytes: [UInt8]) throws -> Memory {
        do { return try WireCoding.kept.decode(from: bytes) } catch {
            throw DamagedMemory(message: error.message)
        }
    }
}

/// The books as one change sees them: nobody else reads or writes until it is done.
package protocol CheckoutBooks {
    /// Whether nothing was ever put into them.
    func isEmpty() throws -> Bool

    func stock(of sku: Sku) throws -> StockCount
    func setStock(_ count: StockCount, of sku: Sku) throws
    /// Skus that are counted and of which fewer than so many are on hand, the least first; at most `limit`.
    func lowStock(
        below: Int64, after place: LowStockPosition?, limit: Int
    ) throws -> [LowStockPosition]

    /// Where the next order goes: its row, and its number.
    func nextOrder(inYear year: Int) throws -> (row: Int64, number: OrderNumber)
    func insert(_ order: OrderRecord) throws
    /// Adds to the log of the event's stream.
    func append(_ event: CheckoutEvent) throws
    func update(_ state: OrderState, ofOrder row: Int64) throws

    func order(inRow row: Int64) throws -> OrderRecord?
    func order(numbered number: OrderNumber) throws -> OrderRecord?
    /// The order that this quote became.
    func order(ofQuote quote: QuoteReference) throws -> OrderRecord?
    /// What a keyed change remembered, whatever its body was.
    func memory(ofKey key: String) throws -> [UInt8]?
    /// Newest first; at most `limit`.
    func orders(_ filter: OrderFilter, before position: OrderPosition?, limit: Int) throws -> [OrderRecord]
    /// Who bought, in the same order; what the filter says of buyers does not count.
    func buyers(
        _ filter: OrderFilter, before position: OrderPosition?, limit: Int
    ) throws -> [(place: OrderPosition, buyer: Buyer)]
}
