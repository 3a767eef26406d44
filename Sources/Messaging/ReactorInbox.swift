import Threading
import ZeroMQ

/// Work handed to the reactor's thread by others.
///
/// The descriptor is written only while the thread sleeps: under load that is once in hundreds of commands.
final class ReactorInbox: Sendable {
    enum Command: Sendable {
        case work(@Sendable (ReactorLoop) -> Void)
        case job(UnownedJob, UnownedTaskExecutor)

        func run(on loop: ReactorLoop) {
            switch self {
            case .work(let work): work(loop)
            case .job(let job, let executor): job.runSynchronously(on: executor)
            }
        }
    }

    private struct State {
        var commands: [Command] = []
        var isAsleep = false
        var isClosed = false
    }

    let wakeUp: WakeUp
    private let state = Locked(State())

    init() throws(ZeroMQError) { wakeUp = try WakeUp() }

    /// False when the reactor has ended: the work will never run.
    func append(_ work: @escaping @Sendable (ReactorLoop) -> Void) -> Bool { append(.work(work)) }

    /// False when the reactor has ended: the command will never run.
    func append(_ command: Command) -> Bool {
        let (isAccepted, mustWake) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if mustWake { wakeUp.signal() }
        return isAccepted
    }

    /// What is waiting now.
    func take() -> [Command] {
        state.withLock { state in
            var taken: [Command] = []
            swap(&taken, &state.commands)
            return taken
        }
    }

    /// Marks the thread as asleep: it must call `awake` after its wait. False when something is waiting.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.commands.isEmpty
            return state.isAsleep
        }
    }

    func awake() { state.withLock { $0.isAsleep = false } }

    /// From now on nothing is accepted; what was before is handed back to be run.
    func close() -> [Command] {
        state.withLock { state in
            state.isClosed = true
            var taken: [Command] = []
            swap(&taken, &state.commands)
            return taken
        }
    }
}
