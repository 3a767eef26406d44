import Threading

/// Holds handlers until a test lets them go on, and tells how many arrived.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var entered = 0
        var cancelled = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())

    var entered: Int { state.withLock { $0.entered } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    /// Waits for the gate to open, or for its task to be cancelled.
    func pass() async {
        let number = state.withLock { state in
            state.entered += 1
            return state.entered
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting[number] = continuation }
                    return state.isOpen
                }
                if isOpen || Task.isCancelled { release(number, continuation, wasOpen: isOpen) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.cancelled += 1
                return state.waiting.removeValue(forKey: number)
            }
            waiting?.resume()
        }
    }

    func open() {
        let all = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in all { continuation.resume() }
    }

    private func release(_ number: Int, _ continuation: CheckedContinuation<Void, Never>, wasOpen: Bool) {
        if wasOpen { return continuation.resume() }
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
}
