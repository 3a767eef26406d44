import Testing

@testable import Messaging

@Suite struct PeerWatchTests {
    private static let second: UInt64 = 1_000_000_000

    /// What the system would say of each connection.
    private final class Connections {
        var samples: [PeerConnection: ConnectionSample] = [:]
        var watch: PeerWatch

        init(_ adjust: (inout PeerLimits) -> Void = { _ in }) {
            var limits = PeerLimits(
                mostConnections: 4, mostUnfinishedBytes: 1000, mostWaitingBytes: 8000, mostOwedBytes: 5000
            )
            adjust(&limits)
            watch = PeerWatch(limits)
        }

        func peer(_ number: Int32, atSeconds seconds: UInt64 = 0, received: UInt64 = 100)
            -> PeerConnection
        {
            let peer = PeerConnection(descriptor: number, address: [UInt8(number)])
            watch.accepted(peer, nowNanoseconds: seconds * PeerWatchTests.second)
            // It has said something, and so has shaken hands.
            watch.note(PeerTraffic(messages: 1), of: peer)
            samples[peer] = ConnectionSample(
                receivedBytes: received, acknowledgedBytes: 0, isOwed: false, idleMilliseconds: 0)
            return peer
        }

        func review(atSeconds seconds: Double, isPressed: Bool = false, isDrained: Bool = false)
            -> Set<PeerWatch.Verdict>
        {
            Set(
                watch.review(
                    nowNanoseconds: UInt64(seconds * 1e9), isPressed: { _ in isPressed },
                    isDrained: isDrained,
                    sample: { samples[$0] }))
        }
    }

    private func cut(_ reason: PeerWatch.Reason, _ peers: PeerConnection...) -> Set<PeerWatch.Verdict> {
        Set(peers.map { PeerWatch.Verdict(peer: $0, reason: reason) })
    }

    @Test func `who reads nothing of what it is owed is cut after a while, and sooner when much is owed`() {
        for (seconds, isPressed, isCut) in [
            (29.0, false, false), (30.0, false, true), (1.9, true, false), (2.0, true, true),
        ] {
            let connections = Connections()
            let deaf = connections.peer(1)
            _ = connections.peer(2)
            connections.samples[deaf]?.isOwed = true
            #expect(
                connections.review(atSeconds: seconds, isPressed: isPressed)
                    == (isCut ? cut(.unread, deaf) : []))
        }
    }

    @Test func `who reads a little, or has read all, is not cut`() {
        let connections = Connections()
        let (slow, idle) = (connections.peer(1), connections.peer(2))
        connections.samples[slow]?.isOwed = true
        for second in 1...100 {
            connections.samples[slow]?.acknowledgedBytes += 1
            connections.samples[idle]?.isOwed = second % 2 == 0
            #expect(connections.review(atSeconds: Double(second) * 29) == [])
        }
    }

    @Test func `what waits while others are read is no message without end`() {
        let connections = Connections()
        let (ahead, brisk) = (connections.peer(1, received: 1500), connections.peer(2, received: 5000))
        connections.watch.note(PeerTraffic(takenBytes: 4600, messages: 10), of: brisk)
        #expect(connections.review(atSeconds: 1, isDrained: false) == [])
        #expect(connections.review(atSeconds: 2, isDrained: true) == cut(.unending, ahead))
    }

    @Test func `of all that send too much together, those with most go until the rest is bearable`() {
        let connections = Connections()
        let peers = (1...3 as ClosedRange<Int32>).map { connections.peer($0, received: UInt64(700 + $0)) }
        #expect(connections.review(atSeconds: 1, isDrained: false) == cut(.unending, peers[2]))
    }

    /// Its number may be the one of a connection that has ended and left much to be read.
    @Test func `what others had sent is no credit for the connection that it is noted for`() {
        let connections = Connections()
        let later = connections.peer(1, received: 100)
        connections.watch.note(PeerTraffic(takenBytes: 100_000, messages: 10), of: later)
        #expect(connections.review(atSeconds: 1, isDrained: true) == [])
        connections.samples[later]?.receivedBytes = 1101
        #expect(connections.review(atSeconds: 2, isDrained: true) == cut(.unending, later))
    }

    @Test func `pings and the like do not add up while messages are read`() {
        let connections = Connections()
        let peer = connections.peer(1, received: 0)
        for second in 1...100 {
            // A message of 50 bytes, and 30 bytes of other things.
            connections.samples[peer]?.receivedBytes += 80
            connections.watch.note(PeerTraffic(takenBytes: 50, messages: 1), of: peer)
            #expect(connections.review(atSeconds: Double(second), isDrained: true) == [])
        }
    }

    @Test func `a message that never ends adds up though nothing else waits`() {
        let connections = Connections()
        let peer = connections.peer(1, received: 0)
        var verdicts: [Set<PeerWatch.Verdict>] = []
        for second in 1...11 {
            connections.samples[peer]?.receivedBytes += 100
            verdicts.append(connections.review(atSeconds: Double(second), isDrained: true))
        }
        #expect(verdicts.dropLast().allSatisfy { $0.isEmpty })
        #expect(verdicts.last == cut(.unending, peer))
    }

    @Test func `who is owed most goes when all are owed too much`() {
        let connections = Connections()
        let (greedy, modest) = (connections.peer(1), connections.peer(2))
        connections.watch.note(PeerTraffic(givenBytes: 4000), of: greedy)
        connections.watch.note(PeerTraffic(givenBytes: 2000), of: modest)
        connections.samples[modest]?.acknowledgedBytes = 999
        #expect(connections.review(atSeconds: 1) == cut(.unread, greedy))
    }

    @Test func `what the metadata of a handshake take counts as well, before the first message and after it`()
    {
        let newcomers = Connections()
        let shy = PeerConnection(descriptor: 9, address: [9])
        newcomers.watch.accepted(shy, nowNanoseconds: 0)
        newcomers.samples[shy] = ConnectionSample(
            receivedBytes: 501, acknowledgedBytes: 0, isOwed: false, idleMilliseconds: 0)
        #expect(newcomers.review(atSeconds: 1) == cut(.unending, shy))

        let connections = Connections {
            $0.mostUnfinishedBytes = 1 << 20
            $0.mostWaitingBytes = 1 << 30
        }
        let (heavy, light) = (connections.peer(1, received: 70_000), connections.peer(2, received: 1000))
        var verdicts: [Set<PeerWatch.Verdict>] = []
        for second in 1...12 {
            for peer in [heavy, light] {
                connections.samples[peer]?.receivedBytes += 50
                connections.watch.note(PeerTraffic(takenBytes: 50, messages: 1, frames: 3), of: peer)
            }
            verdicts.append(connections.review(atSeconds: Double(second), isDrained: true))
        }
        #expect(verdicts.reduce([]) { $0.union($1) } == cut(.unending, heavy))
    }

    @Test func `small frames count as what libzmq keeps for them`() {
        let connections = Connections()
        let peer = connections.peer(1, received: 0)
        connections.samples[peer]?.receivedBytes = 1000
        connections.watch.note(PeerTraffic(takenBytes: 20, messages: 3, frames: 10), of: peer)
        #expect(connections.review(atSeconds: 1) == cut(.unending, peer))
    }

    @Test
    func `what those that were cut left behind counts until it is read, and the modest do not pay for it`() {
        for (read, isDrained, isNextCut) in [(0, false, true), (7000, false, false), (0, true, false)] {
            let connections = Connections { $0.mostUnfinishedBytes = .max }
            let (flooding, next, modest) = (
                connections.peer(1, received: 0), connections.peer(2, received: 0),
                connections.peer(3, received: 0)
            )
            for peer in [flooding, next, modest] {
                connections.watch.note(PeerTraffic(takenBytes: 1, messages: 1), of: peer)
            }
            connections.samples[flooding]?.receivedBytes = 9000
            #expect(connections.review(atSeconds: 1) == cut(.unending, flooding))
            connections.samples[flooding] = nil
            connections.samples[next]?.receivedBytes = 2000
            connections.samples[modest]?.receivedBytes = 900
            connections.watch.noteOfLeft(PeerTraffic(takenBytes: read, frames: 0))
            let verdicts = connections.review(atSeconds: 2, isDrained: isDrained)
            #expect(verdicts == (isNextCut ? cut(.unending, next) : []), "\(read) read, \(isDrained)")
        }
    }

    @Test func `nobody new is let in while much is to be read that others have left`() {
        let connections = Connections { $0.mostUnfinishedBytes = .max }
        let flooding = connections.peer(1, received: 0)
        connections.watch.note(PeerTraffic(takenBytes: 1, messages: 1), of: flooding)
        connections.samples[flooding]?.receivedBytes = 9000
        #expect(!connections.watch.isOverrun)
        #expect(connections.review(atSeconds: 1) == cut(.unending, flooding))
        #expect(connections.watch.isOverrun)
        connections.watch.noteOfLeft(PeerTraffic(takenBytes: 2000, frames: 30))
        #expect(connections.watch.isOverrun)
        connections.watch.noteOfLeft(PeerTraffic(takenBytes: 20_000, frames: 400))
        #expect(!connections.watch.isOverrun)
    }

    @Test func `where messages are not counted as they are read, so much a second is taken for read`() {
        let connections = Connections { $0.forgivenBytesPerSecond = 100 }
        let (modest, flooding) = (connections.peer(1, received: 0), connections.peer(2, received: 0))
        for second in 1...100 {
            connections.samples[modest]?.receivedBytes += 100
            #expect(connections.review(atSeconds: Double(second)) == [])
        }
        connections.samples[flooding]?.receivedBytes = 1200
        #expect(connections.review(atSeconds: 101) == cut(.unending, flooding))
    }

    @Test(arguments: [(9000, true), (1000, false)])
    func `what those that went by themselves left counts until it is read`(received: UInt64, isMuch: Bool) {
        let connections = Connections { $0.mostWaitingBytes = 16_000 }
        let gone = connections.peer(1, received: 0)
        connections.watch.note(PeerTraffic(takenBytes: 1, messages: 1), of: gone)
        connections.samples[gone]?.receivedBytes = received / 9
        #expect(connections.review(atSeconds: 1) == [])
        // Was read while it went.
        connections.watch.note(PeerTraffic(takenBytes: 1, messages: 1, frames: 1), of: gone)
        connections.samples[gone] = nil
        #expect(connections.review(atSeconds: 2) == [])
        #expect(connections.watch.isOverrun == isMuch)
        #expect(connections.review(atSeconds: 3, isDrained: true) == [])
        #expect(!connections.watch.isSomethingLeft)
    }

    @Test func `who comes and goes between two looks may have left something`() {
        let connections = Connections { $0.mostWaitingBytes = 3 * 256 << 10 }
        for number in 1...2 as ClosedRange<Int32> {
            #expect(!connections.watch.isOverrun)
            connections.samples[connections.peer(number)] = nil
            #expect(connections.review(atSeconds: Double(number)) == [])
        }
        #expect(connections.watch.isOverrun)
    }
}
