/// One direction of a connection: bytes on their way, each chunk with the time at which it arrives. A pure
/// value; whoever owns it brings the clock.
struct DelayLine {
    typealias Nanoseconds = UInt64

    private var chunks: [(due: Nanoseconds, bytes: ArraySlice<UInt8>)] = []
    /// With a throttle: nothing is let out before.
    private var openFrom: Nanoseconds = 0
    private(set) var count = 0
    /// The sender has said its last; the word follows its bytes.
    private(set) var hasEnded = false

    /// Beyond this nothing more is read, so that the sender feels a slow line.
    static let mostBytes = 1 << 20

    var isFull: Bool { count >= Self.mostBytes }
    var isDone: Bool { hasEnded && chunks.isEmpty }

    mutating func append(_ bytes: ArraySlice<UInt8>, due: Nanoseconds) {
        count += bytes.count
        // What was sent later arrives later, also when the delay was made shorter in between.
        chunks.append((max(due, chunks.last?.due ?? 0), bytes))
    }

    mutating func end() { hasEnded = true }

    mutating func removeAll() {
        chunks = []
        count = 0
    }

    /// When `next` may have something to give; nil when nothing waits, or a throttle of 0 holds it.
    func dueNanoseconds(bytesPerSecond limit: Int?) -> Nanoseconds? {
        guard let first = chunks.first, limit != 0 else { return nil }
        return max(first.due, openFrom)
    }

    /// The bytes that may go out now.
    func next(nowNanoseconds now: Nanoseconds, bytesPerSecond limit: Int?) -> ArraySlice<UInt8>? {
        guard let first = chunks.first, let due = dueNanoseconds(bytesPerSecond: limit), due <= now else {
            return nil
        }
        // Twenty portions a second, so that a throttle is a trickle and no stutter.
        return limit.map { first.bytes.prefix(max(1, $0 / 20)) } ?? first.bytes
    }

    /// The first `sent` bytes are out.
    mutating func removeFirst(_ sent: Int, nowNanoseconds now: Nanoseconds, bytesPerSecond limit: Int?) {
        guard !chunks.isEmpty else { return }
        count -= sent
        chunks[0].bytes.removeFirst(sent)
        if chunks[0].bytes.isEmpty { chunks.removeFirst() }
        if let limit, limit > 0 { openFrom = now + UInt64(sent) * 1_000_000_000 / UInt64(limit) }
    }
}
