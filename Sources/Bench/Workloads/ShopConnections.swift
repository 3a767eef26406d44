import Messaging
import Synchronization
import Threading
import WireProtocol

/// The way to one service: a few callers that operations take turns on.
final class ShopConnections: Sendable {
    private let callers: [Caller]
    private let contentType: ContentType
    private let timeoutMilliseconds: Int
    private let turn = Atomic(0)
    /// How often a call failed for what reason.
    private let failures = Locked<[String: Int]>([:])

    /// Reasons that differ in a word or two only are told of once.
    private static let mostFailures = 20

    init(
        _ settings: CallerSettings, connections: Int, contentType: ContentType, timeoutMilliseconds: Int,
        reactor: Reactor
    ) {
        callers = (0..<connections).map { _ in Caller(settings, reactor: reactor) }
        self.contentType = contentType
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    func call<R: Request>(_ request: R, key: String? = nil) async throws(CallError) -> R.Reply {
        let caller =
            callers.count == 1
            ? callers[0] : callers[turn.add(1, ordering: .relaxed).newValue % callers.count]
        do throws(CallError) {
            return try await caller.call(
                request, key: key, timeoutMilliseconds: timeoutMilliseconds, contentType: contentType)
        } catch {
            note(error)
            throw error
        }
    }

    private func note(_ error: CallError) {
        let outcome = OutcomeClass(error)
        // That somebody is late says why by itself.
        guard !outcome.isAnswer, outcome != .late else { return }
        let reason = "\(outcome.rawValue): \(error)"
        failures.withLock { failures in
            guard failures[reason] != nil || failures.count < Self.mostFailures else { return }
            failures[reason, default: 0] += 1
        }
    }

    /// Why calls failed, the most frequent reason first.
    var failureReasons: [String] {
        failures.withLock { $0.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key) }
    }

    func size(of value: some Encodable) -> Int {
        do throws(Fault) { return try WireCoding(contentType).encode(value).count } catch { return 0 }
    }
}
