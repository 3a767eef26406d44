/// Counts of durations in buckets that widen with the duration: percentiles within 1.6 %, in bounded memory.
///
/// Log-linear, as in HdrHistogram: every power of two is cut into 32 equal buckets. Beyond 134 s everything
/// falls into the last one.
public struct LatencyHistogram: Sendable, Equatable {
    private static let bucketsPerDoubling = 32
    private static let largest: Int64 = 1 << 27 - 1

    public private(set) var count: Int64 = 0
    public private(set) var maximum: Int64 = 0
    private var buckets: [UInt32] = []

    public init() {}

    public mutating func record(microseconds: Int64) {
        let bucket = Self.bucket(of: min(max(microseconds, 0), Self.largest))
        if buckets.isEmpty {
            buckets = Array(repeating: 0, count: Self.bucket(of: Self.largest) + 1)
        }
        buckets[bucket] &+= 1
        count += 1
        maximum = max(maximum, microseconds)
    }

    /// The duration in microseconds that this share of the recorded ones does not exceed; 0 when there are none.
    ///
    /// - Parameter share: 0.5 for the median.
    public func percentile(_ share: Double) -> Int64 {
        let rank = max(1, Int64((share * Double(count)).rounded(.up)))
        var passed: Int64 = 0
        for (bucket, recorded) in buckets.enumerated() {
            passed += Int64(recorded)
            if passed >= rank { return min(Self.middle(of: bucket), maximum) }
        }
        return maximum
    }

    private static func bucket(of value: Int64) -> Int {
        if value < bucketsPerDoubling { return Int(value) }
        let shift = 63 - value.leadingZeroBitCount - 5
        return shift * bucketsPerDoubling + Int(value >> Int64(shift))
    }

    private static func middle(of bucket: Int) -> Int64 {
        if bucket < 2 * bucketsPerDoubling { return Int64(bucket) }
        let shift = bucket / bucketsPerDoubling - 1
        let start = Int64(bucket - shift * bucketsPerDoubling) << Int64(shift)
        return start + (1 << Int64(shift)) / 2
    }
}
