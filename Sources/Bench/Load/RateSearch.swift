/// Looks for the highest rate that still meets an objective. A pure value: it is told how each try went and
/// says which rate to try next.
struct RateSearch: Sendable, Equatable {
    private var low = 0.0
    private var high: Double?
    private(set) var next: Double
    private(set) var best: Double?

    /// The search ends when it knows the rate to this part.
    private static let precision = 0.05
    private static let lowestRate = 0.1

    init(from rate: Double) { next = rate }

    /// - Returns: false when the search is over.
    mutating func tried(meetsObjective: Bool) -> Bool {
        if meetsObjective {
            low = next
            best = next
        } else {
            high = next
        }
        guard let high else {
            next *= 2
            return true
        }
        next = low > 0 ? (low + high) / 2 : high / 4
        return (high - low) / high > Self.precision && next >= Self.lowestRate
    }
}
