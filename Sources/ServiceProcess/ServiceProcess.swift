#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

import CommandLineOptions
import FileAccess
import FoundationEssentials
import Messaging
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
        // What a service writes holds names and addresses: it is for nobody else.
        umask(0o077)
        Service.process(named: "\(name)-service") {
            await main(
                Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
        }
    }

    /// The whole life of a process with this command line.
    ///
    /// - Returns: the exit code: 0 after an orderly end or a healthy check, 1 when it cannot serve, 2 for a
    ///   command line that is wrong.
    func main(_ arguments: [String], environment: [String: String]) async -> Int32 {
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
        let upkeep = Locked<Task<Void, Never>?>(nil)
        try await Service.run(
            settings.ofService(named: name, version: Self.version, logger: logger),
            until: { await TerminationSignal.wait() }
        ) { service in
            let parts = try ServiceParts(settings, of: service)
            let instance = service.settings.instance
            let opened = try await opened(parts)
            service.handlers.add(opened.handlers)
            service.store = opened.store
            service.whenServing { place in
                let looking = begin(opened, at: place, with: parts, instance: instance)
                upkeep.withLock { $0 = looking }
            }
            service.atEnd {
                let running = upkeep.withLock { $0 }
                running?.cancel()
                await running?.value
                do { try await opened.close() } catch {
                    logger.warning("the store was not closed, nothing is lost", ["error": "\(error)"])
                }
            }
        }
    }

    /// Tells the log, and begins to look after the store.
    private func begin(
        _ service: OpenService, at place: Service.Place, with parts: ServiceParts, instance: String
    ) -> Task<Void, Never> {
        var healthLog = HealthLog(of: name, parts.health, logger: parts.logger)
        healthLog.tellStart([
            "service": name, "at": place.calls, "events": place.events ?? "none", "instance": instance,
            "data": parts.folder.path,
        ])
        let upkeep = Upkeep(
            tend: service.tend, time: SystemTime(), logger: parts.logger, healthLog: healthLog)
        return Task { await upkeep.run() }
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
}
