/// The frames of a received message, taken apart.
public struct Envelope: Sendable, Equatable {
    /// Everything up to and including the first empty frame; opaque, echoed byte for byte.
    public var route: [[UInt8]]
    public var header: [UInt8]
    public var body: [UInt8]

    public static let mostFrames = 8
    public static let longestFrameBytes = 255

    /// Why frames are no message of ours.
    public enum Refusal: String, Error, Sendable, CaseIterable {
        case noDelimiter = "no empty frame"
        case tooManyFrames = "too many frames before the empty one"
        case frameTooLong = "a frame before the empty one is too long"
        case missingHeader = "no header frame"
        case missingBody = "no body frame"
        case extraFrames = "frames after the body"
    }

    /// Takes apart what a ROUTER received: routing id, any further frames, an empty one, header, body.
    public init(_ frames: [[UInt8]]) throws(Refusal) {
        let delimiter = try Self.delimiter(of: frames.count) { frames[$0].count }
        route = Array(frames[...delimiter])
        header = frames[delimiter + 1]
        body = frames[delimiter + 2]
    }

    /// Where the first empty frame of a message is: the last frame of its route, with header and body behind it.
    ///
    /// - Parameters:
    ///   - count: of the message's frames.
    ///   - size: the bytes of the frame at an index.
    public static func delimiter(of count: Int, size: (Int) -> Int) throws(Refusal) -> Int {
        var delimiter = 0
        var isTooLong = false
        while true {
            guard delimiter < count else { throw .noDelimiter }
            let size = size(delimiter)
            if size == 0 { break }
            if size > longestFrameBytes { isTooLong = true }
            delimiter += 1
        }
        guard delimiter < mostFrames else { throw .tooManyFrames }
        if isTooLong { throw .frameTooLong }
        switch count - delimiter {
        case 1: throw .missingHeader
        case 2: throw .missingBody
        case 3: return delimiter
        default: throw .extraFrames
        }
    }

    /// The frames to send back along the same way.
    public func answer(header: [UInt8], body: [UInt8]) -> [[UInt8]] {
        route + [header, body]
    }
}
