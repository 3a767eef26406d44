package import Messaging
import SQLite

/// What a service is made of beside its own business.
package struct ServiceParts: Sendable {
    package let settings: ServiceSettings
    package let folder: DataFolder
    package let reactor: Reactor
    /// Bound after the service has opened, so that no stream is missing when the first subscriber comes.
    package let publisher: Publisher
    package let health: Health
    /// Whom the store tells when no change can be kept.
    package let storeHealth: StoreHealth
    package let counters: Counters
    package let logger: Logger

    init(_ settings: ServiceSettings, of service: Service) throws(FolderLockError) {
        let database = "\(service.settings.name).sqlite"
        self.settings = settings
        folder = try DataFolder(path: settings.dataFolder, database: database)
        reactor = service.reactor
        publisher = service.publisher
        health = service.health
        storeHealth = StoreHealth(service.health, logger: service.logger)
        counters = service.counters
        logger = service.logger
    }
}

/// A service with its stores open.
package struct OpenService: Sendable {
    let handlers: Handlers
    /// Which data it answers from.
    let store: String?
    let tend: @Sendable (Int64) async throws -> Void
    let close: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - store: which data it answers from; see `SystemInfo.Reply.store`.
    ///   - tend: looks after the store; called about once a second with the milliseconds of a clock that is never set.
    ///   - close: ends what the service runs by itself and closes its store, after its last call was answered.
    package init(
        _ handlers: Handlers, store: String?, tend: @escaping @Sendable (Int64) async throws -> Void,
        close: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.handlers = handlers
        self.store = store
        self.tend = tend
        self.close = close
    }
}

/// Another service that a service listens to.
package struct Peer: Sendable {
    let name: String
    let port: Int

    /// - Parameter port: of the default address.
    package init(_ name: String, port: Int) {
        self.name = name
        self.port = port
    }
}
