package import Contracts
package import Messaging
import Threading
package import WireProtocol

/// What pricing answers.
package struct PricingMethods: Sendable {
    let store: any PricingStore
    let policy: Policy
    let calendar: ShopCalendar
    private let lock: any QuoteLock
    private let book: Locked<PriceBook>
    private let stream: PriceStream?

    /// Reads all offers into the book.
    ///
    /// - Parameter stream: is told of every change.
    /// - Throws: `UnknownTimeZone` for the policy's time zone; what the store throws.
    package init(
        store: any PricingStore, policy: Policy = .standard(), lock: any QuoteLock, stream: PriceStream? = nil
    ) async throws {
        let calendar = try ShopCalendar(timeZone: policy.timeZone)
        self.store = store
        self.policy = policy
        self.calendar = calendar
        self.lock = lock
        self.stream = stream
        let book = Locked(PriceBook(try await store.allOffers(), calendar: calendar))
        self.book = book
        stream?.open { book.withLock { $0 } }
    }

    package func register(in handlers: inout Handlers) {
        handlers.inline(QuoteBasket.self) { request, context in try quote(request, context) }
        handlers.on(GetOffers.self) { request, context in try await offers(request, context) }
        handlers.on(GetPriceHistory.self) { request, context in try await history(request, context) }
        handlers.on(GetOfferDefinitions.self) { request, _ in try await get(request) }
        handlers.on(PutOffers.self) { request, context in try await put(request, context) }
        handlers.on(RemoveOffers.self) { request, context in try await remove(request, context) }
        handlers.on(SetPrice.self, answersKept: .byHandler) { request, context in
            try await setPrice(request, context)
        }
        handlers.on(GetPolicy.self) { _, _ in policy }
    }

    /// The snapshot of this moment.
    package var currentBook: PriceBook { book.withLock { $0 } }

    /// Follows a change; called in the order of the store, one at a time.
    func follow(_ changes: OfferChanges) {
        // Made outside the lock, which a quote never waits for longer than it takes to copy a reference.
        let next = currentBook.applying(changes)
        book.withLock { $0 = next }
        stream?.tell(changes)
    }
}

extension PricingMethods {
    /// What a basket costs, and with `lock` the token that holds it.
    package func quote(_ request: QuoteBasket, _ context: CallContext) throws(Fault) -> Quote {
        let quote = try currentBook.quote(request, at: context.now, under: policy)
        return request.lock == true ? try lock.locked(quote, for: request.customer) : quote
    }
}
