/// What the peers of a bound socket may keep it busy with. They hold over TCP; who is in this process or on this machine
/// by other ways is not watched.
struct PeerLimits: Sendable, Equatable {
    /// Connections at a time; fewer where the process may have few descriptors. Beyond it the one that has been idle for
    /// the longest goes.
    var mostConnections: Int
    /// What one peer may have sent of a message that has not ended.
    var mostUnfinishedBytes: Int
    /// What all peers together may have sent and nobody has read yet.
    var mostWaitingBytes: Int
    /// So much of what each peer sends in a second is taken for read, where it is not counted as it is read.
    var forgivenBytesPerSecond = 0
    /// What all peers may be sent and have not received yet.
    var mostOwedBytes: Int
    /// A peer that takes nothing of what it is owed for so long is cut, …
    var patienceMilliseconds = 30_000
    /// … and sooner when what all peers are owed has become much.
    var pressedPatienceMilliseconds = 2000
}
