import Messaging

/// Something to be done over and over, and the promises that must hold afterwards.
protocol Workload: Sendable {
    /// What it is called on the command line and in reports.
    var name: String { get }

    /// Makes what the operations need; not measured.
    func prepare() async throws

    /// Does it once.
    ///
    /// - Parameter number: counts the operations from 0; the same number does the same.
    func perform(_ number: Int) async -> OutcomeClass

    /// Does it once, and tells how long that took where it is not the time from start to end.
    func measure(_ number: Int) async -> Performed

    /// The promises that were broken, in one sentence each; empty when all is well.
    func brokenInvariants() async -> [String]

    /// What it calls.
    var services: [ShopConnections] { get }

    /// Takes away what it made in the shop, where it can.
    ///
    /// - Returns: what was done, in one sentence; nil when there was nothing to do.
    func cleanUp() async -> String?

    /// Bytes of one request and one reply, where they are alike.
    var messageBytes: MessageBytes? { get async }
}

extension Workload {
    var services: [ShopConnections] { [] }

    func cleanUp() async -> String? { nil }

    /// The services that do not answer now, each with why.
    func unreachableServices() async -> [String] {
        var problems: [String] = []
        for service in services {
            do throws(CallError) { _ = try await service.call(SystemPing()) } catch {
                problems.append("\(error)")
            }
        }
        return problems
    }

    func measure(_ number: Int) async -> Performed { Performed(outcome: await perform(number)) }
}

/// What became of an operation, with a time of its own where it has one.
struct Performed: Sendable {
    var outcome: OutcomeClass
    var nanoseconds: UInt64?
}

/// How large the messages of a workload are.
struct MessageBytes: Sendable, Codable, Equatable {
    var requestBytes: Int
    var replyBytes: Int
}
