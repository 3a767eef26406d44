import Messaging
import Synchronization
import WireProtocol

/// The way to one service: a few callers that operations take turns on.
final class ShopConnections: Sendable {
    private let callers: [Caller]
    private let contentType: ContentType
    private let timeoutMilliseconds: Int
    private let turn = Atomic(0)

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
        return try await caller.call(
            request, key: key, timeoutMilliseconds: timeoutMilliseconds, contentType: contentType)
    }

    func size(of value: some Encodable) -> Int {
        do throws(Fault) { return try WireCoding(contentType).encode(value).count } catch { return 0 }
    }
}
