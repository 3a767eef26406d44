import Testing

@testable import Messaging

@Suite struct IdleWatchTests {
    /// Goes through pauses of these lengths, in microseconds, and tells whether the next one would be watched.
    private func watches(after pauses: [UInt64], processors: Int = 2) -> Bool {
        var watch = IdleWatch(processors: processors)
        var now: UInt64 = 1_000_000_000
        for pause in pauses {
            _ = watch.isWorthwhile(nowNanoseconds: now)
            now += pause * 1000
            watch.ended(nowNanoseconds: now)
        }
        return watch.isWorthwhile(nowNanoseconds: now)
    }

    private static let calls = [UInt64](repeating: 80, count: 40)

    @Test func `a thread that has seen no work yet sleeps`() { #expect(!watches(after: [])) }

    @Test func `calls one after another keep it awake`() { #expect(watches(after: Self.calls)) }

    @Test(arguments: [UInt64(250), 5000, 60_000_000])
    func `one long pause lets it sleep again`(microseconds: UInt64) {
        #expect(!watches(after: Self.calls + [microseconds]))
        #expect(!watches(after: Self.calls + [microseconds] + Self.calls.prefix(20)))
        #expect(watches(after: Self.calls + [microseconds] + Self.calls))
    }

    @Test func `with one processor it always sleeps`() { #expect(!watches(after: Self.calls, processors: 1)) }

    @Test func `it watches for 250 µs and no longer`() {
        var watch = IdleWatch(processors: 2)
        for instant in UInt64(0)..<80 {
            if instant.isMultiple(of: 2) {
                _ = watch.isWorthwhile(nowNanoseconds: instant * 1000)
            } else {
                watch.ended(nowNanoseconds: instant * 1000)
            }
        }
        let idleSince: UInt64 = 1_000_000
        let watched = [0, 249_000, 250_000].map { watch.isWorthwhile(nowNanoseconds: idleSince + $0) }
        #expect(watched == [true, true, false])
    }
}
