/// How long things took, to three significant digits from a nanosecond to hours: the log-linear layout of HDR
/// histograms.
///
/// Each power of two above 2048 is cut into 1024 equal buckets, so the width of a bucket is at most a thousandth
/// of what is in it. Memory is fixed, recording is an addition.
struct LatencyRecord: Sendable {
    private static let subBucketBits = 11
    private static let halfCount = 1 << (subBucketBits - 1)
    /// About 4.9 hours; longer ones are counted there.
    private static let largestNanoseconds: UInt64 = 1 << 44
    private static let bucketCount = index(of: largestNanoseconds) + 1

    private var counts = [UInt64](repeating: 0, count: bucketCount)
    private(set) var count: UInt64 = 0
    private(set) var largest: UInt64 = 0
    private var sum: Double = 0

    mutating func record(nanoseconds: UInt64) {
        let value = min(nanoseconds, Self.largestNanoseconds)
        counts[Self.index(of: value)] += 1
        count += 1
        sum += Double(value)
        largest = max(largest, value)
    }

    mutating func add(_ other: LatencyRecord) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
        sum += other.sum
        largest = max(largest, other.largest)
    }

    var meanNanoseconds: Double { count == 0 ? 0 : sum / Double(count) }

    /// The value that `percent` of all are not above: the upper end of its bucket, but no more than the largest.
    func percentile(_ percent: Double) -> UInt64 {
        guard count > 0 else { return 0 }
        // 99.9 % of 1000 is rank 999, though the product in binary is a hair above it.
        let rank = max(1, UInt64((percent.nextDown * Double(count) / 100).rounded(.up)))
        var seen: UInt64 = 0
        for (index, number) in counts.enumerated() where number > 0 {
            seen += number
            if seen >= rank { return min(Self.upperEnd(of: index), largest) }
        }
        return largest
    }

    private static func index(of value: UInt64) -> Int {
        let magnitude = max(0, UInt64.bitWidth - value.leadingZeroBitCount - subBucketBits)
        return magnitude * halfCount + Int(value >> UInt64(magnitude))
    }

    private static func upperEnd(of index: Int) -> UInt64 {
        guard index >= 2 * halfCount else { return UInt64(index) }
        let magnitude = index / halfCount - 1
        let position = UInt64(index - magnitude * halfCount)
        return ((position + 1) << UInt64(magnitude)) - 1
    }
}
