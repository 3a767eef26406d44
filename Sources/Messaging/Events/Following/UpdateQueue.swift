import Threading

/// What is on its way from the reactor to the reader; bounded, since a reader may be slow.
final class UpdateQueue: Sendable {
    /// How much more there is room for.
    struct Room: Sendable {
        var updates: Int
        var bytes: Int

        var isEmpty: Bool { updates <= 0 || bytes <= 0 }

        mutating func take(_ update: StreamUpdate) {
            updates -= 1
            bytes -= update.bytes
        }
    }

    private struct State {
        var updates: [StreamUpdate] = []
        /// Those before it were read.
        var start = 0
        var bytes = 0
        var reader: (number: Int, continuation: CheckedContinuation<StreamUpdate?, Never>)?
        var reads = 0
        var isClosed = false
        var onRoom: (@Sendable () -> Void)?

        var count: Int { updates.count - start }
    }

    private let state = Locked(State())
    private let mostUpdates: Int
    private let mostBytes: Int

    init(mostUpdates: Int, mostBytes: Int) {
        self.mostUpdates = max(2, mostUpdates)
        self.mostBytes = max(2, mostBytes)
    }

    // MARK: The writer, on the reactor

    var room: Room {
        state.withLock { Room(updates: mostUpdates - $0.count, bytes: mostBytes - $0.bytes) }
    }

    /// Whether it is at most half full; when not, `onRoom` is called once it is.
    func isHalfEmpty(onRoom: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if isHalfEmpty(state) { return true }
            state.onRoom = onRoom
            return false
        }
    }

    /// Never refused: the writer stops hearing when there is no room.
    func append(_ updates: [StreamUpdate]) {
        guard !updates.isEmpty else { return }
        let handover: (CheckedContinuation<StreamUpdate?, Never>, StreamUpdate)? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.updates += updates
            for update in updates { state.bytes += update.bytes }
            guard let reader = state.reader, let first = take(&state) else { return nil }
            state.reader = nil
            return (reader.continuation, first)
        }
        handover?.0.resume(returning: handover?.1)
    }

    /// What is in it is still read; then the reader's sequence ends.
    func close() {
        let reader = state.withLock { state in
            state.isClosed = true
            state.onRoom = nil
            defer { state.reader = nil }
            return state.reader
        }
        reader?.continuation.resume(returning: nil)
    }

    // MARK: The reader

    /// The next update; nil when there will be none, or the reading task was cancelled.
    func next() async -> StreamUpdate? {
        let read = begin()
        read.onRoom?()
        if let update = read.update { return update }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in wait(read.number, continuation) }
        } onCancel: {
            cancel(read.number)
        }
    }

    /// One attempt to read.
    private struct Read: Sendable {
        var number: Int
        var update: StreamUpdate?
        /// Whom to tell that there is room again.
        var onRoom: (@Sendable () -> Void)?
        /// Nothing will come any more.
        var isOver = false
    }

    private func begin() -> Read {
        state.withLock { state in
            state.reads += 1
            return read(state.reads, &state)
        }
    }

    private func read(_ number: Int, _ state: inout State) -> Read {
        guard let update = take(&state) else { return Read(number: number, isOver: state.isClosed) }
        guard state.onRoom != nil, isHalfEmpty(state) else { return Read(number: number, update: update) }
        defer { state.onRoom = nil }
        return Read(number: number, update: update, onRoom: state.onRoom)
    }

    private func wait(_ number: Int, _ continuation: CheckedContinuation<StreamUpdate?, Never>) {
        var earlier: CheckedContinuation<StreamUpdate?, Never>?
        let attempt = state.withLock { state -> Read in
            let attempt = read(number, &state)
            guard attempt.update == nil, !attempt.isOver else { return attempt }
            // One reader at a time: an earlier one ends.
            earlier = state.reader?.continuation
            state.reader = (number, continuation)
            return attempt
        }
        earlier?.resume(returning: nil)
        attempt.onRoom?()
        if attempt.update != nil || attempt.isOver {
            return continuation.resume(returning: attempt.update)
        }
        // A cancellation that came before the continuation was stored found nobody to end.
        if Task.isCancelled { cancel(number) }
    }

    private func cancel(_ number: Int) {
        let continuation: CheckedContinuation<StreamUpdate?, Never>? = state.withLock { state in
            guard let reader = state.reader, reader.number == number else { return nil }
            state.reader = nil
            return reader.continuation
        }
        continuation?.resume(returning: nil)
    }

    private func take(_ state: inout State) -> StreamUpdate? {
        guard state.start < state.updates.count else { return nil }
        let update = state.updates[state.start]
        state.start += 1
        state.bytes -= update.bytes
        if state.start == state.updates.count {
            state.updates.removeAll(keepingCapacity: state.start <= 1024)
            state.start = 0
        } else if state.start > 64, state.start > state.updates.count / 2 {
            state.updates.removeFirst(state.start)
            state.start = 0
        }
        return update
    }

    private func isHalfEmpty(_ state: State) -> Bool {
        state.count <= mostUpdates / 2 && state.bytes <= mostBytes / 2
    }
}

extension StreamUpdate {
    /// About what it holds in memory.
    var bytes: Int {
        switch change {
        case .event(let event): event.bytes
        case .snapshot(let events): events.reduce(0) { $0 + $1.bytes }
        case .reset, .stale, .current: MemoryLayout<StreamUpdate>.size
        }
    }
}

extension EventMessage {
    /// About what it holds in memory.
    var bytes: Int { body.count + key.utf8.count + MemoryLayout<EventMessage>.size }
}
