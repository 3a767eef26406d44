import Testing

@testable import Messaging

@Suite struct OwedBytesTests {
    private let one: [UInt8] = [1]
    private let other: [UInt8] = [2]

    @Test func `a peer is owed so much and no more, until it reads`() {
        let owed = OwedBytes(mostPerPeer: 100, most: 1000)
        let read = owed.owe(60, to: one)
        #expect(owed.hasRoom(for: 40, peer: one) && !owed.hasRoom(for: 41, peer: one))
        #expect(owed.hasRoom(for: 100, peer: other))
        read()
        #expect(owed.hasRoom(for: 100, peer: one))
    }

    @Test func `a single reply may be larger`() {
        let owed = OwedBytes(mostPerPeer: 100, most: 1000)
        #expect(owed.hasRoom(for: 5000, peer: one))
        let read = owed.owe(5000, to: one)
        #expect(!owed.hasRoom(for: 1, peer: one))
        read()
    }

    @Test func `when all together are owed much, each peer may be owed a sixteenth`() {
        let owed = OwedBytes(mostPerPeer: 160, most: 1000)
        let reads = (UInt8(10)..<20).map { owed.owe(100, to: [$0]) }
        let read = owed.owe(5, to: one)
        #expect(owed.hasRoom(for: 5, peer: one) && !owed.hasRoom(for: 6, peer: one))
        for each in reads { each() }
        #expect(owed.hasRoom(for: 155, peer: one))
        read()
    }
}
