/// The frames of one received message, in memory that is used again for the next.
///
/// Make one per reader and receive into it over and over: a message then costs no allocation until somebody
/// asks for a frame as an array.
public final class Multipart {
    /// How many frames are kept.
    public private(set) var count = 0
    /// How many frames came beyond `maximumFrames`; they were read and dropped.
    public private(set) var excess = 0
    /// The cap on frames kept, so that a peer cannot make a reader hold any number of them.
    public let maximumFrames: Int

    private let frames: [Message]
    private let overflow = Message()

    public init(maximumFrames: Int = 32) {
        precondition(maximumFrames > 0, "a message has at least one frame")
        self.maximumFrames = maximumFrames
        frames = (0..<maximumFrames).map { _ in Message() }
    }

    /// The frame's own message, lent until the next receive.
    public subscript(index: Int) -> Message {
        precondition(index < count, "frame \(index) of \(count)")
        return frames[index]
    }

    /// Every kept frame as an array.
    public var arrays: [[UInt8]] { (0..<count).map { frames[$0].bytes } }

    func removeAll() {
        count = 0
        excess = 0
    }

    /// The place for the next frame.
    func nextFrame() -> Message {
        guard count < maximumFrames else {
            excess += 1
            return overflow
        }
        count += 1
        return frames[count - 1]
    }

    /// Takes back a place that nothing was received into.
    func dropLastFrame() {
        if excess > 0 { excess -= 1 } else { count -= 1 }
    }
}
