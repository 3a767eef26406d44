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

    /// The promises that were broken, in one sentence each; empty when all is well.
    func brokenInvariants() async -> [String]

    /// Bytes of one request and one reply, where they are alike.
    var messageBytes: MessageBytes? { get async }
}

/// How large the messages of a workload are.
struct MessageBytes: Sendable, Codable, Equatable {
    var requestBytes: Int
    var replyBytes: Int
}
