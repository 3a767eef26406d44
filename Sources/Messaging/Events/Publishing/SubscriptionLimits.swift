/// What subscribers may keep a publisher busy with.
///
/// libzmq holds about 33 bytes for each byte of a topic, so a megabyte of topics takes 33 MB.
public struct SubscriptionLimits: Sendable, Equatable {
    /// Topics of one connection.
    public var mostTopicsPerPeer = 4096
    /// Bytes of one connection's topics.
    public var mostBytesPerPeer = 256 << 10
    /// Bytes of all topics together; beyond it the connection that has most is cut.
    public var mostBytes = MemoryBudget().topicBytes
    /// Messages that one connection may send at once, …
    public var mostMessagesAtOnce = 8192
    /// … and after that in a second: who subscribes and unsubscribes without end is cut.
    public var messagesPerSecond = 128

    public init() {}
}
