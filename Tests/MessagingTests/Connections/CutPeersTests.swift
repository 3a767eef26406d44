import Testing

@testable import Messaging

@Suite struct CutPeersTests {
    private let gone = PeerConnection(descriptor: 1_000_000, address: [1])

    @Test
    func `what a cut peer had sent is known by its key, or by a descriptor behind which nobody else is`() {
        var cut = CutPeers()
        let isKnownBefore = cut.sent(key: 7, descriptor: 1_000_000)
        #expect(!isKnownBefore)
        cut.add(gone, knownBy: [7, 8])
        for (key, descriptor, isKnown) in [
            (7, nil, true), (8, 1_000_001, true), (9, nil, false), (9, 1_000_001, false),
            (9, 1_000_000, true),
            (9, nil, true),
        ] as [(UInt64, Int32?, Bool)] {
            let isFound = cut.sent(key: key, descriptor: descriptor)
            #expect(isFound == isKnown, "\(key), \(String(describing: descriptor))")
        }
    }

    @Test func `once all is read, who has gone is forgotten`() {
        var cut = CutPeers()
        cut.add(gone, knownBy: [7])
        cut.drained()
        #expect(cut.isEmpty)
        let isKnown = cut.sent(key: 7, descriptor: 1_000_000)
        #expect(!isKnown)
    }
}
