#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

import CommandLineOptions
import FileAccess
import FoundationEssentials
import Messaging
import Sealing
import Threading
import WireProtocol

/// One service as a process: command line, data folder, serving, orderly end.
package struct ServiceProcess: Sendable {
    package static let version = "0.1.0"

    /// `catalog`; the executable is `catalog-service`.
    let name: String
    let summary: String
    let isSealed: Bool
    private let flags: ServiceFlags
    /// Opens the stores and fills the method table.
    private let open: @Sendable (ServiceParts) async throws -> OpenService

    /// - Parameters:
    ///   - port: of the default address.
    ///   - isSealed: whether it takes part in sealing quotes, and so takes `--seal-key`.
    ///   - peers: whom it listens to.
    package init(
        name: String, summary: String, port: Int, isSealed: Bool = false, peers: [Peer] = [],
        open: @escaping @Sendable (ServiceParts) async throws -> OpenService
    ) {
        self.name = name
        self.summary = summary
        self.isSealed = isSealed
        self.open = open
        flags = ServiceFlags(name: name, port: port, peers: peers)
    }

    /// The whole life of the process, by its own command line and environment.
    ///
    /// Call it from the main thread before anything else: threads inherit who takes signals.
    package func run() -> Never {
        TerminationSignal.block()
        // What a service writes holds names and addresses: it is for nobody else.
        umask(0o077)
        TaskPool.takeOver()
        Descriptors.raiseLimit()
        Task {
            exit(
                await main(
                    Array(CommandLine.arguments.dropFirst()),
                    environment: ProcessInfo.processInfo.environment))
        }
        while true { pause() }
    }

    /// The whole life of a process with this command line.
    ///
    /// - Returns: the exit code: 0 after an orderly end or a healthy check, 1 when it cannot serve, 2 for a
    ///   command line that is wrong.
    func main(_ arguments: [String], environment: [String: String]) async -> Int32 {
        if let shortage = Descriptors.shortage {
            complain(shortage)
            return 1
        }
        do throws(UsageError) {
            let columns = StandardOutput.columns(environment)
            switch try command.parse(
                arguments, environment: environment, version: Self.version, columns: columns)
            {
            case .show(let text):
                return tell(text)
            case .run(let parsed):
                let settings = try ServiceSettings(parsed, flags)
                return parsed.isOn(flags.check) ? await check(settings) : await serve(settings)
            }
        } catch {
            complain(error.description)
            return 2
        }
    }

    private var command: Command {
        Command(
            name: "\(name)-service", summary: summary, flags: flags.all(sealed: isSealed),
            examples: [
                "\(name)-service --data /var/lib/shop/\(name) --starter deploy/data",
                "\(name)-service --check",
            ])
    }

    private func serve(_ settings: ServiceSettings) async -> Int32 {
        let logger = Logger(level: settings.logLevel)
        do {
            try await run(settings, logger)
            return 0
        } catch {
            complain((error as? Fault)?.message ?? "\(error)")
            return 1
        }
    }

    private func run(_ settings: ServiceSettings, _ logger: Logger) async throws {
        let instance = randomIdentifier(bytes: 6)
        let counters = Counters()
        let reactor = try Reactor()
        var publishing = PublisherSettings(endpoint: settings.events)
        publishing.allowsPlainTextFromOthers = settings.insecure
        publishing.mostConnections = settings.mostConnections
        publishing.memory = settings.memory
        // libzmq's threads and ours for events alone: whatever subscribers do, no call waits for it.
        let eventsReactor = try Reactor()
        let publisher = Publisher(
            reactor: eventsReactor, settings: publishing, source: instance, counters: counters, logger: logger
        )
        let health = Health()
        let parts = ServiceParts(
            settings: settings, folder: try DataFolder(path: settings.dataFolder, database: "\(name).sqlite"),
            reactor: reactor,
            publisher: publisher, health: health, storeHealth: StoreHealth(health, logger: logger),
            counters: counters, logger: logger)
        let service = try await opened(parts)
        let (responder, healthLog) = try await serve(service, as: instance, with: parts)
        let looking = Upkeep(
            tend: service.tend, time: SystemTime(), logger: logger, healthLog: healthLog)
        let upkeep = Task { await looking.run() }
        await TerminationSignal.wait()
        logger.info("draining", ["service": name])
        await responder.drain()
        upkeep.cancel()
        await upkeep.value
        do { try await service.close() } catch {
            logger.warning("the store was not closed, nothing is lost", ["error": "\(error)"])
        }
        await publisher.close()
        await eventsReactor.end()
        await reactor.end()
        logger.info("ended", ["service": name])
    }

    /// A fault on the way tells where to look, and nobody can look there yet.
    private func opened(_ parts: ServiceParts) async throws -> OpenService {
        do { return try await open(parts) } catch let fault as Fault {
            let reasons = parts.health.reasons
            throw reasons.isEmpty ? fault : NotOpened(description: reasons.joined(separator: "; "))
        }
    }

    private struct NotOpened: Error, CustomStringConvertible {
        let description: String
    }

    /// Events first: `$sys.info` tells where they are.
    private func serve(
        _ service: OpenService, as instance: String, with parts: ServiceParts
    ) async throws -> (Responder, HealthLog) {
        let publisher = parts.publisher
        let events = try await publisher.bind()
        var handlers = Handlers(logger: parts.logger)
        handlers.add(service.handlers)
        publisher.register(sync: "\(name).sync", in: &handlers)
        BuiltIns(
            name: name, version: Self.version, instance: instance, streams: publisher.streamNames,
            eventsPort: Endpoint.port(ofBound: events), store: service.store, health: parts.health,
            counters: parts.counters
        ).add(to: &handlers)
        var serving = ResponderSettings(endpoint: parts.settings.bind)
        serving.allowsPlainTextFromOthers = parts.settings.insecure
        serving.mostConnections = parts.settings.mostConnections
        serving.memory = parts.settings.memory
        let responder = Responder(
            reactor: parts.reactor, settings: serving, handlers: handlers, instance: instance,
            counters: parts.counters, logger: parts.logger)
        parts.health.addNotes { [publisher] in responder.connections.notes + publisher.connections.notes }
        let bound = try await responder.bind()
        var healthLog = HealthLog(of: name, parts.health, logger: parts.logger)
        healthLog.tellStart([
            "service": name, "at": bound, "events": events, "instance": instance,
            "data": parts.folder.path,
        ])
        return (responder, healthLog)
    }
}
