import Threading
import WireProtocol

/// Makes a keyed change once, however often and on however many connections it is sent.
///
/// The same key with the same request gets the same answer. A call whose key is at work waits for the one before it. What
/// fails keeps nothing, so a retry, and whoever waits, runs for real. One value serves all the handlers of a service: a key
/// names one change of the whole service.
public final class KeptAnswers: Sendable {
    private struct Work {
        let content: [UInt8]
        /// In the order of their coming.
        var waiting: [(number: UInt64, continuation: CheckedContinuation<Turn, Never>)] = []
    }

    private struct State {
        var works: [String: Work] = [:]
        var lastNumber: UInt64 = 0
    }

    /// What a call is to do.
    private enum Turn: Sendable {
        case work
        case take([UInt8])
        case conflict
        case giveUp
    }

    private let store: any AnswerStore
    private let state = Locked(State())

    public init(in store: any AnswerStore = AnswersInMemory()) { self.store = store }

    /// The kept answer, that of the call which is at work with the same key, or what `work` gives, which is kept.
    ///
    /// - Throws: what the store or `work` throws; `idempotency_conflict` for a key of another request;
    ///   `CancellationError` when the task is cancelled while it waits.
    func answer(
        _ key: ChangeKey, logger: Logger, work: () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        switch await turn(key) {
        case .take(let answer): return answer
        case .conflict: throw Fault.idempotencyConflict
        case .giveUp: throw CancellationError()
        case .work: break
        }
        do {
            let answer = try await keptOrMade(key, logger, work)
            end(key, with: answer)
            return answer
        } catch {
            end(key, with: nil)
            throw error
        }
    }

    private func keptOrMade(
        _ key: ChangeKey, _ logger: Logger, _ work: () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        if let kept = try await store.answer(for: key) { return kept }
        let answer = try await work()
        do { try await store.keep(answer, for: key) } catch {
            // The change is made: who asked is better told so than made to send it again.
            logger.error("an answer could not be kept", ["error": String(reflecting: error)])
        }
        return answer
    }

    private func turn(_ key: ChangeKey) async -> Turn {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let turn = state.withLock { enter(key, number, continuation, &$0) }
                if let turn { continuation.resume(returning: turn) }
            }
        } onCancel: {
            giveUp(number, of: key)
        }
    }

    /// Nil when it is to wait; the continuation stays here then.
    private func enter(
        _ key: ChangeKey, _ number: UInt64, _ continuation: CheckedContinuation<Turn, Never>,
        _ state: inout State
    ) -> Turn? {
        guard let work = state.works[key.key] else {
            state.works[key.key] = Work(content: key.content)
            return .work
        }
        guard work.content == key.content else { return .conflict }
        // Cancelled before it could be found among those that wait.
        if Task.isCancelled { return .giveUp }
        state.works[key.key]?.waiting.append((number, continuation))
        return nil
    }

    private func giveUp(_ number: UInt64, of key: ChangeKey) {
        let continuation = state.withLock { state -> CheckedContinuation<Turn, Never>? in
            guard let place = state.works[key.key]?.waiting.firstIndex(where: { $0.number == number })
            else { return nil }
            return state.works[key.key]?.waiting.remove(at: place).continuation
        }
        continuation?.resume(returning: .giveUp)
    }

    /// Tells those that wait; without an answer the first of them works.
    private func end(_ key: ChangeKey, with answer: [UInt8]?) {
        let (told, turn) = state.withLock { state in
            let waiting = state.works[key.key]?.waiting ?? []
            if answer == nil, !waiting.isEmpty {
                return ([state.works[key.key]?.waiting.removeFirst()], Turn.work)
            }
            state.works[key.key] = nil
            return (waiting, answer.map(Turn.take) ?? .work)
        }
        for waiting in told { waiting?.continuation.resume(returning: turn) }
    }
}
