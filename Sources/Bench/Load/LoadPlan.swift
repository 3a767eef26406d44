/// How load is put on.
struct LoadPlan: Sendable {
    enum Shape: Sendable, Equatable {
        /// Operations start at a fixed rate, whether or not earlier ones have ended: what customers do.
        case open(perSecond: Double)
        /// So many operations are always under way: the next starts when one ends.
        case closed(inFlight: Int)
    }

    var shape: Shape
    var warmUpMilliseconds: Int
    var durationMilliseconds: Int
    /// How long an operation may take: what was late or failed counts as at least this in the percentiles.
    var timeoutMilliseconds = 5000
    /// Operations under way beyond which an open loop counts the next as `unavailable` instead of starting it.
    var mostInFlight = 50_000
}
