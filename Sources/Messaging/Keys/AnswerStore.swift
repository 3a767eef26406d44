public import WireProtocol

/// Where the answers of keyed changes are kept, so that a change which is sent twice is made once.
///
/// A store that keeps an answer in the same transaction as the change it tells of never makes that change twice, whatever
/// ends in between. One that is apart from it, such as ``AnswersInMemory``, forgets what was answered when it ends.
public protocol AnswerStore: Sendable {
    /// The kept answer; nil when the key is new, or was forgotten.
    ///
    /// - Throws: `Fault.idempotencyConflict` when the key came with another content before.
    func answer(for key: ChangeKey) async throws -> [UInt8]?

    /// Keeps the answer of a key that is new. Nothing else is kept for the same key meanwhile.
    func keep(_ answer: [UInt8], for key: ChangeKey) async throws
}

/// Who keeps the answers of a keyed request.
public enum AnswerKeeping: Sendable {
    /// The library, beside the handler: a key that comes again is answered without it.
    case by(KeptAnswers)
    /// The handler itself, in one transaction with what it changes; `CallContext.key` and ``ChangeKey`` are for that.
    case byHandler
}

extension Fault {
    /// `aborted`, `idempotency_conflict`: one key for two requests.
    public static let idempotencyConflict = Fault(
        .aborted, code: "idempotency_conflict",
        message: "this idempotency key was used for another request: take a new one")
}
