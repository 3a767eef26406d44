import Contracts
package import Messaging
import WireProtocol

/// Publishes the stream `products`: what was put and removed, in the order of the store.
package struct ProductStream: Sendable {
    private let stream: MemoryStream
    private let time: any TimeSource
    private let logger: Logger

    /// From now on everything that changes in `store` is published.
    package init(
        of store: any CatalogStore, on publisher: Publisher, time: any TimeSource, logger: Logger = Logger()
    ) async {
        stream = publisher.memoryStream(ShopStream.products.rawValue)
        self.time = time
        self.logger = logger
        stream.answerSnapshots { [time] in
            let now = time.now()
            return StreamSnapshot(of: try await store.allProducts()) { try Self.entry($0, at: now) }
        }
        await store.follow { [self] in publish($0) }
    }

    private func publish(_ changes: ProductChanges) {
        let now = time.now()
        do throws(Fault) {
            for product in changes.saved { stream.publish(try Self.entry(product, at: now)) }
            for sku in changes.removed {
                stream.publish(
                    try StreamEntry(
                        type: ShopEvent.productRemoved.rawValue, key: sku.text, time: now,
                        RemovedSku(sku: sku)))
            }
        } catch {
            logger.error("a product cannot be told", ["error": error.message])
        }
    }

    private static func entry(_ product: Product, at now: Timestamp) throws(Fault) -> StreamEntry {
        try StreamEntry(
            type: ShopEvent.productChanged.rawValue, key: product.sku.text, time: now, product)
    }
}
