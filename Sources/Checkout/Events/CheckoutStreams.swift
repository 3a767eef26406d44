import Contracts
package import Messaging
import WireProtocol

/// Publishes what checkout commits: the streams `stock` and `orders`, whose logs are in its own books.
///
/// Nothing depends on the publishing: an event that was committed is in the log, heartbeats tell the log's last
/// number, and who missed it asks `checkout.sync`.
package struct CheckoutStreams: Sendable {
    private let stock: DurableStream
    private let orders: DurableStream

    /// From now on everything that `store` commits is published.
    package init(of store: any CheckoutStore, on publisher: Publisher) async throws {
        stock = try await publisher.durableStream(
            ShopStream.stock.rawValue, log: CheckoutLog(store: store, stream: .stock))
        orders = try await publisher.durableStream(
            ShopStream.orders.rawValue, log: CheckoutLog(store: store, stream: .orders))
        await store.follow { [self] in publish($0) }
    }

    /// - Parameter events: in the order of the logs.
    private func publish(_ events: [CommittedEvent]) {
        for committed in events {
            let stream = committed.event.stream == .stock ? stock : orders
            stream.publish(sequence: committed.sequence, try committed.event.entry())
        }
    }
}

/// The log of one of checkout's streams, as the publisher reads it.
struct CheckoutLog: EventLog {
    let store: any CheckoutStore
    let stream: ShopStream

    func position() async throws -> StreamPosition { try await store.position(of: stream) }

    func events(after sequence: Int64, limit: Int) async throws -> [LoggedEvent] {
        try await store.events(of: stream, after: sequence, limit: limit).map { committed in
            LoggedEvent(sequence: committed.sequence, try committed.event.entry())
        }
    }
}
