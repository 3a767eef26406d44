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
        guard let delimiter = frames.firstIndex(where: \.isEmpty) else { throw .noDelimiter }
        let route = frames[...delimiter]
        guard route.count <= Self.mostFrames else { throw .tooManyFrames }
        guard route.allSatisfy({ $0.count <= Self.longestFrameBytes }) else { throw .frameTooLong }
        let rest = frames[(delimiter + 1)...]
        guard let header = rest.first else { throw .missingHeader }
        guard let body = rest.dropFirst().first else { throw .missingBody }
        guard rest.count == 2 else { throw .extraFrames }
        self.route = Array(route)
        self.header = header
        self.body = body
    }

    /// The frames to send back along the same way.
    public func answer(header: [UInt8], body: [UInt8]) -> [[UInt8]] {
        route + [header, body]
    }
}
