/// How much memory others may make a service hold, whatever they send, ask for and leave unread; beside what the service
/// needs for its own work. Over TCP; who is in the same process is trusted.
public struct MemoryBudget: Sendable, Equatable {
    /// All kinds together, in bytes.
    public var bytes: Int

    /// Less would refuse honest calls.
    public static let leastBytes = 64 << 20

    /// - Parameter bytes: at least `leastBytes`.
    public init(bytes: Int = 256 << 20) { self.bytes = max(bytes, Self.leastBytes) }

    /// Answers that peers have not taken yet, libzmq's queues included.
    public var owedBytes: Int { bytes / 2 }
    /// The same of one peer, and again as much in a queue of its own.
    public var owedBytesPerPeer: Int { bytes / 16 }
    /// What peers have sent and nobody has read yet.
    public var waitingBytes: Int { bytes / 4 }
    /// Bodies of calls at work.
    public var workBytes: Int { bytes / 8 }
    /// Topics that are subscribed to; libzmq keeps each byte of them in about 33.
    public var topicBytes: Int { bytes / 8 / 33 }
}
