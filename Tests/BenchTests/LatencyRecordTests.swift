import Testing

@testable import Bench

@Suite struct LatencyRecordTests {
    @Test(
        arguments: [1, 2047, 2048, 2049, 4095, 4096, 123_456, 1_000_000, 987_654_321, 1_900_000_000_000]
            as [UInt64])
    func `one value is told back within a thousandth`(value: UInt64) {
        var record = LatencyRecord()
        record.record(nanoseconds: value)
        record.record(nanoseconds: value * 4)
        let told = record.percentile(50)
        #expect(told >= value)
        #expect(Double(told) <= Double(value) * 1.001 + 1)
    }

    @Test func `percentiles of the numbers from 1 to 100,000 are themselves, within a thousandth`() {
        var record = LatencyRecord()
        for value in 1...100_000 { record.record(nanoseconds: UInt64(value)) }
        for percent in [1.0, 10, 25, 50, 75, 90, 99, 99.9, 99.99] {
            let exact = percent / 100 * 100_000
            #expect(abs(Double(record.percentile(percent)) - exact) <= exact * 0.001 + 1)
        }
        #expect(record.percentile(100) == 100_000)
        #expect(record.largest == 100_000)
        #expect(record.meanNanoseconds == 50_000.5)
    }

    @Test(arguments: [
        (99.9, 1000, 999), (99.9, 2000, 1998), (99.0, 1000, 990), (99.0, 150, 149), (50.0, 3, 2),
    ])
    func `a percentile is the value of its rank, also where a product is a hair above it`(
        percent: Double, count: UInt64, expected: UInt64
    ) {
        var record = LatencyRecord()
        for value in 1...count { record.record(nanoseconds: value) }
        #expect(record.percentile(percent) == expected)
    }

    @Test func `two records added are one of both`() {
        var (odd, even, both) = (LatencyRecord(), LatencyRecord(), LatencyRecord())
        for value in 1...9999 {
            if value.isMultiple(of: 2) {
                even.record(nanoseconds: UInt64(value))
            } else {
                odd.record(nanoseconds: UInt64(value))
            }
            both.record(nanoseconds: UInt64(value))
        }
        odd.add(even)
        #expect(odd.count == both.count)
        #expect([50, 90, 99, 100].map(odd.percentile) == [50, 90, 99, 100].map(both.percentile))
    }

    @Test func `nothing recorded is zero, and what is beyond the range is counted at its end`() {
        var record = LatencyRecord()
        #expect(record.percentile(99) == 0)
        record.record(nanoseconds: .max)
        #expect(record.count == 1)
        #expect(record.largest == 1 << 44)
    }
}
