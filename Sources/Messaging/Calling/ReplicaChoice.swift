/// Which replica takes the next call: of two picked at random the one with less work in front of it.
///
/// The best of all would be chosen by every caller at once; the better of two spreads the load nearly as well
/// and never herds.
enum ReplicaChoice {
    /// A replica that may be chosen.
    struct Candidate: Sendable, Equatable {
        var inFlight: Int
        /// Smoothed.
        var latencyMicroseconds: Double

        /// How long a new call would take, roughly.
        ///
        /// Latencies below a millisecond differ by chance: taken at their word, a caller with little to do would send
        /// everything to one replica.
        var cost: Double { Double(inFlight + 1) * max(latencyMicroseconds, 1000) }
    }

    /// The index of the chosen one; nil when there is none.
    static func pick(
        _ candidates: [Candidate], using random: inout some RandomNumberGenerator
    ) -> Int? {
        guard candidates.count > 1 else { return candidates.isEmpty ? nil : 0 }
        let one = Int.random(in: 0..<candidates.count, using: &random)
        var other = Int.random(in: 0..<candidates.count - 1, using: &random)
        if other >= one { other += 1 }
        return candidates[other].cost < candidates[one].cost ? other : one
    }
}
