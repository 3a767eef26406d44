/// What a subscriber tells its reader, in order.
///
/// A stream's view is made of `.reset` and what follows. It can be trusted from `.current` until `.stale`.
public struct StreamUpdate: Sendable, Equatable {
    public enum Change: Sendable, Equatable {
        /// The next event, each one once: its number follows the last one's.
        case event(EventMessage)
        /// What was known is void: the snapshots and events that follow, up to `.current`, are the whole state.
        /// A reader that wants to go on with its old view meanwhile drops at `.current` what was not named again.
        case reset(epoch: String)
        /// A part of the state: for each key the event that would bring it about.
        case snapshot([EventMessage])
        /// Something was missed, or nothing is heard any more; `.current` follows when that is mended.
        case stale(StaleReason)
        /// The view is complete up to here; nil where only single keys are followed.
        case current(StreamPosition?)
    }

    public var stream: String
    /// The call endpoint of the replica that published it. Each replica is a view of its own.
    public var publisher: Endpoint
    public var change: Change

    public init(stream: String, publisher: Endpoint, change: Change) {
        self.stream = stream
        self.publisher = publisher
        self.change = change
    }
}

/// Why a view is not to be trusted.
public enum StaleReason: String, Sendable, Equatable, CaseIterable {
    /// A number was skipped.
    case gap
    /// The publisher started anew.
    case newEpoch = "new_epoch"
    /// A heartbeat told of events that never came.
    case lostTail = "lost_tail"
    /// Three heartbeats did not come.
    case silent
    /// The connection went.
    case disconnected
    /// The reader was too slow, and events were let go.
    case overflow
    /// The service publishes no such stream, has nobody who tells its state (`MemoryStream.answerSnapshots`), or no
    /// method of that name that is asked for it (`SubscriberSettings.syncMethod`). It is asked again now and then.
    case refused
}
