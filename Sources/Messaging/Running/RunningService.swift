import Threading

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Service {
    /// The whole life of a process that is one service: until SIGTERM or SIGINT, or with exit code 1 and a sentence when it
    /// cannot serve. A second signal ends it at once.
    ///
    /// Call it from the main thread before anything else: threads inherit who takes signals. That thread does nothing
    /// else from then on, so nothing that is bound to the main actor runs: leave `@MainActor` off handlers.
    ///
    /// - Parameters:
    ///   - settings: where and how it serves.
    ///   - fill: says what is answered and published, before anybody is let in.
    public static func run(
        _ settings: Settings, filling fill: @escaping @Sendable (inout Service) async throws -> Void
    ) -> Never {
        process(named: settings.name) {
            do {
                try await run(settings, until: { await TerminationSignal.wait() }, filling: fill)
                return 0
            } catch {
                StandardErrorLog().record("\(settings.name): \(error)")
                return 1
            }
        }
    }

    /// The whole life of a service within a process that does other things too.
    ///
    /// - Parameters:
    ///   - settings: where and how it serves.
    ///   - ended: returns when the service is to end. It drains then: what is at work is answered, new calls are refused.
    ///   - fill: says what is answered and published, before anybody is let in.
    /// - Throws: what `fill` throws, `BindError` and `ServiceError`; everything is closed then.
    public static func run(
        _ settings: Settings, until ended: @Sendable () async -> Void,
        filling fill: @Sendable (inout Service) async throws -> Void
    ) async throws {
        var service = try Service(settings)
        let responder: Responder
        do {
            try await fill(&service)
            responder = try await service.start()
        } catch {
            await service.end()
            throw error
        }
        await ended()
        settings.logger.info("draining", ["service": settings.name])
        await responder.drain()
        await service.end()
        settings.logger.info("ended", ["service": settings.name])
    }

    /// Runs a process whose tasks have threads of their own and which ends by signals in good order; exit code 1 where it
    /// may open too few files.
    ///
    /// - Parameter main: gives the exit code.
    package static func process(named name: String, _ main: @escaping @Sendable () async -> Int32) -> Never {
        TerminationSignal.block()
        Descriptors.raiseLimit()
        if let shortage = Descriptors.shortage {
            StandardErrorLog().record("\(name): \(shortage)")
            exit(1)
        }
        TaskPool.takeOver()
        Task { exit(await main()) }
        while true { pause() }
    }
}
