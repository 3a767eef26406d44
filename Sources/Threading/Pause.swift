/// Lets the calling task wait, on no thread of the pool and without opening a descriptor: see `TaskPool`.
///
/// - Throws: at once when the task is or gets cancelled.
package func pause(milliseconds: Int) async throws(CancellationError) {
    let pause = Pause()
    await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            guard pause.begin(continuation) else { return continuation.resume() }
            alarms.add(pause, afterNanoseconds: UInt64(max(0, milliseconds)) * 1_000_000)
        }
    } onCancel: {
        pause.end()
        alarms.remove(pause)
    }
    if Task.isCancelled { throw CancellationError() }
}

private let alarms = {
    let alarms = Alarms()
    startThread { alarms.runForEver() }
    return alarms
}()

/// One wait of one task, which ends once: when its time is over, or when it is given up.
final class Pause: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Void, Never>)
        case over
    }

    private let state = Locked(State.new)

    /// False when it was given up before; the continuation stays with the caller then.
    func begin(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(continuation)
            return true
        }
    }

    func end() {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state = .over }
            if case .waiting(let continuation) = state { return continuation } else { return nil }
        }
        continuation?.resume()
    }
}
