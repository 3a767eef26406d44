import Threading
public import WireProtocol

/// Keeps answers as long as the process runs: at most so many, so many bytes of them, and for so long.
///
/// Beyond its bounds the oldest are forgotten, and a change that is then sent again is made again. The bounds are to be
/// wider than what callers send while one of them may still repeat a call.
public final class AnswersInMemory: AnswerStore {
    private struct Entry {
        let number: UInt64
        let content: [UInt8]
        let answer: [UInt8]
        let keptNanoseconds: UInt64

        /// What it holds, its key included.
        func bytes(key: String) -> Int { content.count + answer.count + key.utf8.count }
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// In the order of their coming; one whose number is no longer that of its key has been replaced.
        var order = Fifo<(key: String, number: UInt64)>()
        var oldest: (key: String, number: UInt64)?
        var bytes = 0
        var lastNumber: UInt64 = 0
    }

    private let mostAnswers: Int
    private let mostBytes: Int
    private let keptNanoseconds: UInt64
    private let now: @Sendable () -> UInt64
    private let state = Locked(State())

    /// - Parameters:
    ///   - mostAnswers: how many are kept.
    ///   - mostBytes: of keys, requests and answers together.
    ///   - keptSeconds: how long an answer is kept, by a clock that nobody sets back.
    public convenience init(
        mostAnswers: Int = 100_000, mostBytes: Int = 64 << 20, keptSeconds: Int = 86_400
    ) {
        self.init(
            mostAnswers: mostAnswers, mostBytes: mostBytes, keptSeconds: keptSeconds,
            now: { MonotonicTime.nowNanoseconds })
    }

    /// - Parameter now: nanoseconds of a monotonic clock.
    init(mostAnswers: Int, mostBytes: Int, keptSeconds: Int, now: @escaping @Sendable () -> UInt64) {
        self.mostAnswers = mostAnswers
        self.mostBytes = mostBytes
        keptNanoseconds = UInt64(max(0, keptSeconds)) * 1_000_000_000
        self.now = now
    }

    /// How many are kept.
    public var count: Int { state.withLock { $0.entries.count } }

    public func answer(for key: ChangeKey) throws(Fault) -> [UInt8]? {
        let now = now()
        let entry = state.withLock { state in
            forget(in: &state, at: now)
            return state.entries[key.key]
        }
        guard let entry else { return nil }
        guard entry.content == key.content else { throw .idempotencyConflict }
        return entry.answer
    }

    public func keep(_ answer: [UInt8], for key: ChangeKey) {
        let now = now()
        state.withLock { state in
            remove(key.key, in: &state)
            state.lastNumber += 1
            let entry = Entry(
                number: state.lastNumber, content: key.content, answer: answer, keptNanoseconds: now)
            state.entries[key.key] = entry
            state.order.append((key.key, entry.number))
            state.bytes += entry.bytes(key: key.key)
            forget(in: &state, at: now)
        }
    }

    /// Forgets from the oldest on what is too old, or beyond the bounds.
    private func forget(in state: inout State, at now: UInt64) {
        while let oldest = state.oldest ?? state.order.popFirst() {
            state.oldest = oldest
            if let entry = state.entries[oldest.key], entry.number == oldest.number {
                let isWithin = state.entries.count <= mostAnswers && state.bytes <= mostBytes
                guard !isWithin || now - entry.keptNanoseconds >= keptNanoseconds else { return }
                remove(oldest.key, in: &state)
            }
            state.oldest = nil
        }
    }

    private func remove(_ key: String, in state: inout State) {
        if let entry = state.entries.removeValue(forKey: key) { state.bytes -= entry.bytes(key: key) }
    }
}
