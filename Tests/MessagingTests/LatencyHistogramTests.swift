import Messaging
import Testing

@Suite struct LatencyHistogramTests {
    @Test func `nothing recorded is zero`() {
        #expect(LatencyHistogram().percentile(0.5) == 0)
        #expect(LatencyHistogram().maximum == 0)
    }

    @Test(arguments: [0, 1, 31, 32, 33, 63, 64, 65, 127, 1000, 12_345, 999_999, 60_000_000] as [Int64])
    func `one duration is found again within two percent`(duration: Int64) {
        var histogram = LatencyHistogram()
        histogram.record(microseconds: duration)
        for share in [0, 0.5, 1] {
            let found = histogram.percentile(share)
            #expect(abs(found - duration) * 50 <= duration)
        }
        #expect(histogram.maximum == duration)
    }

    @Test(arguments: [(0.5, 50_000), (0.9, 90_000), (0.99, 99_000), (1, 100_000)] as [(Double, Int64)])
    func `percentiles of an even spread are within two percent`(share: Double, expected: Int64) {
        var histogram = LatencyHistogram()
        for duration in 1...Int64(100_000) { histogram.record(microseconds: duration) }
        #expect(abs(histogram.percentile(share) - expected) * 50 <= expected)
        #expect(histogram.count == 100_000)
    }

    @Test func `a rare slow call shows only where it belongs`() {
        var histogram = LatencyHistogram()
        for _ in 0..<999 { histogram.record(microseconds: 10) }
        histogram.record(microseconds: 5_000_000)
        #expect(histogram.percentile(0.99) == 10)
        #expect(histogram.maximum == 5_000_000)
        #expect(histogram.percentile(1) > 4_900_000)
    }

    @Test func `clocks that jump do no harm`() {
        var histogram = LatencyHistogram()
        histogram.record(microseconds: -5)
        histogram.record(microseconds: .max)
        #expect(histogram.count == 2)
        #expect(histogram.percentile(0.5) == 0)
    }
}
