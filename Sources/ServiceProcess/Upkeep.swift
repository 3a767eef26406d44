import Messaging
import Threading
import WireProtocol

/// What a service does for its store and its memory beside the calls, until it is cancelled.
struct Upkeep: Sendable {
    let tend: @Sendable (Timestamp) async throws -> Void
    let time: any TimeSource
    let logger: Logger
    /// Has told of the start.
    let healthLog: HealthLog

    func run() async {
        var healthLog = healthLog
        var memory = FreedMemory()
        while !Task.isCancelled {
            memory.tend()
            do { try await tend(time.now()) } catch {
                logger.warning("the store could not be tended", ["error": String(reflecting: error)])
            }
            healthLog.tellChange()
            try? await pause(milliseconds: 1000)
        }
    }
}
