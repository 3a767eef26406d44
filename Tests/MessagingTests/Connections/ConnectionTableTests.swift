import Testing

@testable import Messaging

@Suite struct ConnectionTableTests {
    /// Connections by number, with what the system would know of each.
    private struct Peers {
        var table: ConnectionTable
        var activity: [Int32: PeerActivity] = [:]

        init(most: Int) { table = ConnectionTable(most: most) }

        mutating func come(_ numbers: ClosedRange<Int32>, hasShakenHands: Bool = true, idle: Int = 0) {
            for number in numbers {
                activity[number] = PeerActivity(hasShakenHands: hasShakenHands, idleMilliseconds: idle)
                table.accepted(number, PeerConnection(descriptor: number, address: []))
            }
        }

        /// Cuts those that are too many, who then go.
        mutating func cut(isOutOfDescriptors: Bool = false, areGone: Bool = true) -> [Int32] {
            let known = activity
            let cut = table.takeExcess(isOutOfDescriptors: isOutOfDescriptors) { known[$0.descriptor] }
                .map(\.descriptor)
            if areGone { for descriptor in cut { _ = table.ended(descriptor) } }
            return cut
        }
    }

    @Test func `as many as are allowed stay, whatever they do`() {
        var peers = Peers(most: 8)
        peers.come(1...4, idle: 1_000_000)
        peers.come(5...8, hasShakenHands: false)
        #expect(peers.cut().isEmpty)
        #expect(peers.table.count == 8)
    }

    @Test func `the one that was silent for the longest goes for one that comes`() {
        var peers = Peers(most: 8)
        peers.come(1...4, idle: 10)
        peers.come(5...5, idle: 99)
        peers.come(6...9, idle: 10)
        #expect(peers.cut() == [5])
        #expect(peers.table.count == 8)
        peers.come(10...10, hasShakenHands: false)
        #expect(peers.cut().count == 1)
        #expect(peers.table.count == 8)
    }

    @Test func `whoever works stays however many idle ones come`() {
        var peers = Peers(most: 64)
        peers.come(1...10, idle: 1)
        for number: Int32 in 11...500 {
            peers.come(number...number, idle: 1000)
            #expect(peers.cut().allSatisfy { $0 > 10 })
        }
        #expect(peers.table.count == 64)
    }

    @Test func `those that have not shaken hands push out one another alone, the oldest first`() {
        var peers = Peers(most: 32)
        peers.come(1...28, idle: 1000)
        peers.come(101...108, hasShakenHands: false)
        #expect(peers.cut() == [101, 102, 103, 104])
        peers.come(109...120, hasShakenHands: false)
        #expect(peers.cut() == Array(105...116))
    }

    @Test func `a newcomer finds a place among those that serve, when it has shaken hands`() {
        var peers = Peers(most: 32)
        peers.come(1...32, idle: 1000)
        peers.come(33...33, hasShakenHands: false)
        #expect(peers.cut().count == 1)
        peers.activity[33] = PeerActivity(hasShakenHands: true, idleMilliseconds: 0)
        peers.come(34...40, hasShakenHands: false)
        #expect(!peers.cut().contains(33))
    }

    @Test func `one that has ended counts no more, and its descriptor may come again`() {
        var peers = Peers(most: 4)
        peers.come(1...4, idle: 5)
        #expect(peers.table.ended(2)?.descriptor == 2)
        #expect(peers.table.count == 3)
        peers.come(2...2, idle: 0)
        #expect(peers.cut().isEmpty)
        peers.come(5...5)
        #expect(peers.cut() == [1])
        #expect(peers.table.ended(77) == nil)
        #expect(peers.table.count == 4)
    }

    @Test func `one that the system knows no more is left to be told of`() {
        var peers = Peers(most: 4)
        peers.come(1...5)
        peers.activity[1] = nil
        #expect(peers.cut() == [2])
        #expect(peers.table.count == 4)
    }

    @Test func `out of descriptors some go also within the limit`() {
        var peers = Peers(most: 100)
        peers.come(1...50, idle: 7)
        #expect(peers.cut(isOutOfDescriptors: true, areGone: false).count == 3)
        #expect(peers.table.count == 47)
        #expect(
            peers.cut(isOutOfDescriptors: true, areGone: false).isEmpty, "while others are on their way out")
    }

    @Test func `a full house shows while it is full, and a moment longer`() {
        let load = ConnectionLoad(for: "calls")
        let notes = ["connections for calls at the limit of 4"]
        load.set(count: 3, most: 4)
        #expect(load.notes(nowNanoseconds: 0).isEmpty)
        load.set(count: 4, most: 4)
        #expect(load.notes(nowNanoseconds: 0) == notes)
        load.noteCut(nowNanoseconds: 0)
        load.set(count: 0, most: 4)
        #expect(load.notes(nowNanoseconds: 4_999_999_999) == notes)
        #expect(load.notes(nowNanoseconds: 5_000_000_000).isEmpty)
    }
}

@Suite struct PeerActivityTests {
    @Test(arguments: [(UInt64(0), false), (64, false), (84, false), (89, true)])
    func `more than a greeting is a handshake`(bytes: UInt64, hasShakenHands: Bool) {
        let sample = ConnectionSample(
            receivedBytes: bytes, acknowledgedBytes: 0, isOwed: false, idleMilliseconds: 7)
        #expect(PeerActivity(sample) == PeerActivity(hasShakenHands: hasShakenHands, idleMilliseconds: 7))
    }

    @Test func `of whom the system says nothing is idle and has shaken hands`() {
        #expect(PeerActivity(nil) == PeerActivity(hasShakenHands: true, idleMilliseconds: .max))
    }
}
