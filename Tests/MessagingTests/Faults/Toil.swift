import WireProtocol

/// A harmless request that takes what a test wants it to take.
struct Toil: Request {
    static let method = "test.toil"
    typealias Reply = Empty
}
