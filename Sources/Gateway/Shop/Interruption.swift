import Threading

/// What the keyboard's Ctrl-C, or whoever ends the process, does to a change that is under way: it is given up, so
/// that its key can still be told.
final class Interruption: Sendable {
    private let giveUp = Locked<(@Sendable () -> Void)?>(nil)

    /// The command is to end.
    ///
    /// - Returns: whether a change is under way, and so has something to say first.
    func raise() -> Bool {
        guard let giveUp = giveUp.withLock({ $0 }) else { return false }
        giveUp()
        return true
    }

    /// Does a change, whose task is cancelled when the command is to end.
    func during<Value: Sendable>(_ change: @escaping @Sendable () async -> Value) async -> Value {
        let task = Task { await change() }
        giveUp.withLock { $0 = { task.cancel() } }
        defer { giveUp.withLock { $0 = nil } }
        return await task.value
    }
}
