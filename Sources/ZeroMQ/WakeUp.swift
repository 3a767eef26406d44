import CZeroMQ

/// A descriptor that any thread can make readable, to end another thread's poll.
public final class WakeUp: Sendable {
    /// What the waiting thread polls.
    public let descriptor: Int32
    private let writeEnd: Int32

    public init() throws(ZeroMQError) {
        var readEnd: Int32 = -1
        var writeEnd: Int32 = -1
        try check("open a wake-up descriptor") { unsafe cornershop_wake_open(&readEnd, &writeEnd) }
        descriptor = readEnd
        self.writeEnd = writeEnd
    }

    deinit { cornershop_wake_close(descriptor, writeEnd) }

    /// Makes the descriptor readable.
    public func signal() { _ = uninterrupted { cornershop_wake_signal(writeEnd) } }

    /// Makes it quiet again. Called by the waiting thread alone.
    public func drain() { _ = uninterrupted { cornershop_wake_drain(descriptor) } }
}
