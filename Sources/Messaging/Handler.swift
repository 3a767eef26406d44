public import WireProtocol

/// One method's way from a body to a body.
public struct Handler: Sendable {
    public typealias Outcome = Result<[UInt8], Fault>

    /// Where the work runs.
    public enum Work: Sendable {
        /// On the reactor's thread, at once; a long body's on the task pool.
        case inline(@Sendable (_ body: [UInt8], _ coding: WireCoding, _ context: CallContext) -> Outcome)
        /// On the task pool.
        case pooled(
            @Sendable (_ body: [UInt8], _ coding: WireCoding, _ context: CallContext) async -> Outcome)
    }

    public let method: String
    public let repetition: Repetition
    /// A longer body is refused unread.
    public let largestBodyBytes: Int
    public let work: Work
    /// How many calls run at once on the task pool; the others wait, in turns by peer.
    public let atOnce: AtOnce
    /// Whether a key is asked for and nobody remembers it.
    let isWithoutKeeper: Bool
    /// Told by the responder of every call.
    public let statistics = MethodStatistics()
    private let requestType: any (Decodable & Sendable).Type
    private let replyType: any (Decodable & Sendable).Type

    init<R: Request>(
        pooled request: R.Type, as method: String = R.method, atOnce: AtOnce, keeping: AnswerKeeping?,
        logger: Logger, _ handle: @escaping @Sendable (R, CallContext) async throws -> R.Reply
    ) {
        let known = Self.knownFields(of: request)
        self.init(
            request, as: method, atOnce: atOnce, isKept: keeping != nil,
            .pooled { body, coding, context in
                do {
                    let message = try Self.open(request, body, coding, context, known)
                    guard R.repetition == .keyed, case .by(let answers) = keeping else {
                        return .success(try coding.encode(try await handle(message, context)))
                    }
                    // Kept in one encoding; whoever repeats a call may use the other.
                    let kept = WireCoding(.cbor)
                    let answer = try await answers.answer(
                        try ChangeKey(message, context), logger: logger
                    ) {
                        // It may have waited for another with its key.
                        try context.requireTime()
                        return try kept.encode(try await handle(message, context))
                    }
                    if coding.contentType == kept.contentType { return .success(answer) }
                    return .success(try coding.encode(try kept.decode(R.Reply.self, from: answer)))
                } catch {
                    return .failure(Self.fault(for: error, context, logger))
                }
            })
    }

    init<R: Request>(
        inline request: R.Type, logger: Logger,
        _ handle: @escaping @Sendable (R, CallContext) throws -> R.Reply
    ) {
        let known = Self.knownFields(of: request)
        self.init(
            request, as: R.method, atOnce: .usual, isKept: false,
            .inline { body, coding, context in
                do {
                    let message = try Self.open(request, body, coding, context, known)
                    return .success(try coding.encode(try handle(message, context)))
                } catch {
                    return .failure(Self.fault(for: error, context, logger))
                }
            })
    }

    private init<R: Request>(
        _ request: R.Type, as method: String, atOnce: AtOnce, isKept: Bool, _ work: Work
    ) {
        self.method = method
        isWithoutKeeper = R.repetition == .keyed && !isKept
        self.atOnce = atOnce
        repetition = R.repetition
        largestBodyBytes = R.largestBodyBytes
        self.work = work
        requestType = R.self
        replyType = R.Reply.self
    }

    /// Answers one call, wherever the caller of this function runs.
    public func answer(_ body: [UInt8], _ coding: WireCoding, _ context: CallContext) async -> Outcome {
        switch work {
        case .inline(let run): run(body, coding, context)
        case .pooled(let run): await run(body, coding, context)
        }
    }

    /// The request's shape; `.anything` where it cannot be recorded.
    public var requestSchema: Schema { (try? Schema.of(requestType)) ?? .anything }
    public var replySchema: Schema { (try? Schema.of(replyType)) ?? .anything }

    private static func knownFields<R: Request>(of request: R.Type) -> Schema? {
        R.repetition.isChange ? try? Schema.of(request) : nil
    }

    private static func open<R: Request>(
        _ request: R.Type, _ body: [UInt8], _ coding: WireCoding, _ context: CallContext, _ known: Schema?
    ) throws(Fault) -> R {
        if case .keyed = R.repetition, context.key == nil {
            throw .idempotencyKeyRequired(method: R.method)
        }
        let message = try coding.decode(
            request, from: body, mostEntries: R.mostBodyEntries, refusingBeyond: known)
        try message.validate()
        return message
    }

    /// What a handler throws beside faults is a defect of ours: it is logged, and never told to a caller. So is
    /// an internal fault, but for its words, which were meant for the caller.
    private static func fault(for error: any Error, _ context: CallContext, _ logger: Logger) -> Fault {
        if let fault = error as? Fault, fault.status != .internal { return fault }
        if error is CancellationError {
            return Fault(
                .deadlineExceeded, code: "deadline_exceeded", message: "given up before it was done",
                retryable: true)
        }
        logger.error(
            "a handler failed",
            ["method": context.method, "error": String(reflecting: error)],
            traceparent: context.traceparent)
        if let fault = error as? Fault { return fault }
        return Fault(.internal, code: "internal", message: "something went wrong here; it has been noted")
    }
}
