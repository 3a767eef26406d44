import Messaging
import Threading
import WireProtocol

/// What a service does for its store and its memory beside the calls, until it is cancelled.
struct Upkeep: Sendable {
    let tend: @Sendable (Timestamp) async throws -> Void
    let time: any TimeSource
    let logger: Logger

    func run() async {
        var memory = FreedMemory()
        while !Task.isCancelled {
            memory.tend()
            do { try await tend(time.now()) } catch {
                logger.warning("the store could not be tended", ["error": String(reflecting: error)])
            }
            try? await pause(milliseconds: 1000)
        }
    }
}
