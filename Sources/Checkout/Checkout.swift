package import Contracts
package import Messaging
package import Sealing
package import WireProtocol

/// The business of checkout: stock, and the orders that take from it.
///
/// The rules run inside the store's changes, so what they read stays true until what they decided is kept.
package struct Checkout: Sendable {
    private let store: any CheckoutStore
    private let sealingKey: SealingKey

    /// - Parameter sealingKey: the one that pricing seals its quotes with.
    package init(store: any CheckoutStore, sealingKey: SealingKey) {
        self.store = store
        self.sealingKey = sealingKey
    }

    package func register(in handlers: inout Handlers) {
        handlers.on(PlaceOrder.self, answersKept: .byHandler) { try await place($0, $1) }
        handlers.on(FindOrder.self, atOnce: AtOnce(8)) { try await order($0, $1) }
        handlers.on(ListOrders.self, atOnce: AtOnce(8)) { try await orders($0, $1) }
        handlers.on(CancelOrder.self, answersKept: .byHandler) { try await cancel($0, $1) }
        handlers.on(GetStock.self, atOnce: AtOnce(8)) { try await stock($0, $1) }
        handlers.on(ListLowStock.self, atOnce: AtOnce(8)) { try await lowStock($0, $1) }
        handlers.on(Restock.self, answersKept: .byHandler) { try await restock($0, $1) }
    }

    /// Buys a locked quote, once.
    package func place(_ request: PlaceOrder, _ context: CallContext) async throws -> Order {
        let key = try ChangeKey(request, context)
        let placing = Placing(
            request: request, opened: open(request.token), key: key.key, now: context.now)
        return try await store.change(
            key, perform: inTime(context, placing.run), replay: OrderMemory.replay)
    }

    private func open(_ token: String) -> Result<LockedQuote, Fault> {
        Result { () throws(Fault) in try LockedQuote(opening: token, with: sealingKey) }
    }

    /// Cancels an order: restocks and voids the payment; the quote stays used.
    package func cancel(_ request: CancelOrder, _ context: CallContext) async throws -> Order {
        let cancelling = Cancelling(request: request, now: context.now)
        return try await store.change(
            try ChangeKey(request, context), perform: inTime(context, cancelling.run),
            replay: OrderMemory.replay)
    }

    /// A change that waited too long for its turn at the store is not made.
    private func inTime<Reply>(
        _ context: CallContext,
        _ perform: @escaping @Sendable (any CheckoutBooks) throws -> Remembered<Reply>
    ) -> @Sendable (any CheckoutBooks) throws -> Remembered<Reply> {
        { books in
            try context.requireTime()
            return try perform(books)
        }
    }

    /// Reads one order.
    package func order(_ request: FindOrder, _ context: CallContext) async throws -> Order {
        try await store.read { try request.run(in: $0).order() }
    }

    /// Lists orders, newest first.
    package func orders(_ request: ListOrders, _ context: CallContext) async throws -> ListOrders.Reply {
        let listing = try OrderListing(request)
        return try await store.read { try listing.run(in: $0) }
    }

    /// Reads stock, in the order asked for.
    package func stock(_ request: GetStock, _ context: CallContext) async throws -> StockLevels {
        try await store.read { books in
            StockLevels(levels: try request.skus.map { try books.stock(of: $0).level(of: $0) })
        }
    }

    /// Lists what there is little of, the least first.
    package func lowStock(
        _ request: ListLowStock, _ context: CallContext
    ) async throws -> ListLowStock.Reply {
        let listing = try LowStockListing(request)
        return try await store.read { try listing.run(in: $0) }
    }

    /// Changes stock.
    package func restock(_ request: Restock, _ context: CallContext) async throws -> StockLevels {
        let restocking = Restocking(changes: request.changes, now: context.now)
        return try await store.change(
            try ChangeKey(request, context),
            perform: inTime(context) { try Remembered(restocking.run(in: $0)) },
            replay: { _, memory in try DamagedMemory.read(memory) })
    }

    /// Puts the first stock into new books.
    ///
    /// Its key holds a blank, which none from outside can: callers may use whatever key they like.
    package func loadStarter(_ stock: Restock, now: Timestamp) async throws {
        _ = try await restock(stock, CallContext(method: Restock.method, key: "first stock", now: now))
    }

    /// Whether the books are new: neither stock nor orders yet.
    package func isEmpty() async throws -> Bool {
        try await store.read { try $0.isEmpty() }
    }
}
