/// How long a replica takes to answer, the last answers weighing most. A pure value.
struct SmoothedLatency: Sendable, Equatable {
    /// 0 before anything is known.
    private(set) var microseconds = 0.0
    private var hasAnswered = false

    /// A call was answered.
    mutating func answered(afterMicroseconds latency: Double) {
        hasAnswered = true
        microseconds = microseconds == 0 ? latency : microseconds * 0.9 + latency * 0.1
    }

    /// A ping was answered. It says less than calls do, but is all there is for a replica that gets none: a new
    /// one, which would else look infinitely fast, and one that was slow once, which nobody would try again.
    mutating func pinged(afterMicroseconds latency: Double) {
        defer { hasAnswered = false }
        if hasAnswered { return }
        microseconds = microseconds == 0 ? latency : (microseconds + latency) / 2
    }
}
