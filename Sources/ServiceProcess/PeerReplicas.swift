import Messaging
import Threading

/// Sees now and then whether the replicas of other services share their data: who listens to one of them would else not
/// know of the others.
package final class PeerReplicas: Sendable {
    private let callers: [(name: String, caller: Caller)]
    private let separate = Locked<Set<String>>([])

    private static let patienceMilliseconds = 500

    package init(of parts: ServiceParts) {
        callers = parts.settings.peers.sorted { $0.key < $1.key }.compactMap { name, endpoints in
            guard endpoints.count > 1 || endpoints.contains(where: { $0.isNamed }) else { return nil }
            var settings = CallerSettings(service: name, endpoints: endpoints)
            settings.waitsForService = false
            return (
                name, Caller(settings, reactor: parts.reactor, counters: parts.counters)
            )
        }
    }

    /// To be called about once a second.
    package func look() async {
        for (name, caller) in callers {
            do throws(CallError) {
                _ = try await caller.call(SystemPing(), timeoutMilliseconds: Self.patienceMilliseconds)
                separate.withLock { _ = $0.remove(name) }
            } catch {
                guard error.reason == .notConnected(.separateData) else { continue }
                separate.withLock { _ = $0.insert(name) }
            }
        }
    }

    /// What is to be said of it in health.
    package var notes: [String] {
        separate.withLock { $0.sorted() }.map { "the replicas of \($0) do not share their data" }
    }
}
