import Messaging
import Threading

/// What a service does for its store and its memory beside the calls, until it is cancelled.
struct Upkeep: Sendable {
    /// Is told the milliseconds of a clock that is never set.
    let tend: @Sendable (Int64) async throws -> Void
    let time: any TimeSource
    let logger: Logger
    /// Has told of the start.
    let healthLog: HealthLog

    func run() async {
        var healthLog = healthLog
        var memory = FreedMemory()
        while !Task.isCancelled {
            memory.tend()
            do { try await tend(time.elapsedMilliseconds()) } catch {
                logger.warning("the store could not be tended", ["error": String(reflecting: error)])
            }
            healthLog.tellChange()
            try? await pause(milliseconds: 1000)
        }
    }
}
