import FileAccess
import Messaging

/// What a service's executable says on its own output.
extension ServiceProcess {
    /// Asks the service that runs with these settings for its health.
    func check(_ settings: ServiceSettings) async -> Int32 {
        do {
            var calling = CallerSettings(service: name, endpoints: [settings.bind.forCallsFromHere])
            calling.waitsForService = false
            let caller = Caller(calling, reactor: try Reactor())
            let info = try await caller.call(SystemInfo(), timeoutMilliseconds: 2000)
            guard info.name == name else {
                complain("\(settings.bind.forCallsFromHere) is \(info.name), not \(name)")
                return 1
            }
            let health = try await caller.call(SystemHealth(), timeoutMilliseconds: 2000)
            let told = tell(([health.status.rawValue] + health.reasons).joined(separator: ": "))
            return health.status == .serving ? told : 1
        } catch {
            complain("\(error)")
            return 1
        }
    }

    /// - Returns: the exit code: 1 when it cannot be written.
    func tell(_ text: String) -> Int32 {
        do throws(FileError) { try StandardOutput.write(text + "\n") } catch {
            complain("\(error)")
            return 1
        }
        return 0
    }

    func complain(_ problem: String) {
        StandardErrorLog().record("\(name)-service: \(problem)")
    }
}
