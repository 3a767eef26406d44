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

    /// Bytes of one request and one reply, where they are alike.
    var messageBytes: MessageBytes? { get async }
}

extension Workload {
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
