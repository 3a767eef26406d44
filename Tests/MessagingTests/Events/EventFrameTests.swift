import Testing
import WireProtocol

@testable import Messaging

@Suite struct EventFrameTests {
    @Test func `an event travels as topic, header and body`() throws {
        let event = Sample.event(41, epoch: "7f3a", key: "Bowl/large", value: 175)
        let frames = try EventFrame.event(event).frames
        #expect(
            frames.map { String(decoding: $0, as: UTF8.self) } == [
                "prices/Bowl/large",
                """
                SHOP/1 EVT price.changed
                stream: prices
                epoch: 7f3a
                seq: 41
                time: 2026-06-19T12:00:00.123Z
                src: replica
                """, "175",
            ])
        #expect(try EventFrame(frames) == .event(event))
    }

    @Test func `a heartbeat travels on the stream's own topic`() throws {
        let heartbeat = Heartbeat(
            stream: "prices", position: Sample.position(41), time: Timestamp(milliseconds: 0),
            source: "replica")
        let frames = try EventFrame.heartbeat(heartbeat).frames
        #expect(frames[0] == [UInt8]("prices/".utf8))
        #expect(String(decoding: frames[1], as: UTF8.self).hasPrefix("SHOP/1 HBT\nstream: prices\n"))
        #expect(frames[2] == [])
        #expect(try EventFrame(frames) == .heartbeat(heartbeat))
    }

    @Test func `a body keeps its encoding`() throws {
        var event = Sample.event(1)
        event.body = try WireCoding(.cbor).encode(["amount": 175])
        event.contentType = .cbor
        guard case .event(let received) = try EventFrame(EventFrame.event(event).frames) else {
            Issue.record("no event")
            return
        }
        #expect(try received.decode([String: Int].self) == ["amount": 175])
    }

    static let header = "SHOP/1 EVT a\nstream: prices\nepoch: e\nseq: 1\ntime: 2026-06-19T12:00:00Z"

    @Test(arguments: [
        (["prices/a", header], EventFrame.Refusal.notThreeFrames),
        (["prices/a", "HTTP/1.1", ""], .badHeader(HeaderError(.notShop))),
        (["prices/a", "SHOP/1 CAN" + header.dropFirst(12), ""], .otherKind),
        (["prices/a", "SHOP/1 EVT a\nstream: prices\nepoch: e\nseq: 1", ""], .incomplete),
        (["prices/a", "SHOP/1 EVT a\nstream: prices\nseq: 1\ntime: 2026-06-19T12:00:00Z", ""], .incomplete),
        (
            ["prices/a", "SHOP/1 EVT a\nstream: prices\nepoch: e\nseq: 0\ntime: 2026-06-19T12:00:00Z", ""],
            .incomplete
        ),
        (["price-history/a", header, ""], .otherTopic),
        (["prices", header, ""], .otherTopic),
    ])
    func `what is no event is refused`(frames: [String], refusal: EventFrame.Refusal) {
        #expect(throws: refusal) { try EventFrame(frames.map { [UInt8]($0.utf8) }) }
    }

    @Test func `a topic of over two hundred bytes is refused`() throws {
        var event = Sample.event(1, key: String(repeating: "k", count: 193))
        #expect(try EventFrame.event(event).frames[0].count == 200)
        event.key += "k"
        #expect(throws: EventFrame.Refusal.topicTooLong) { try EventFrame.event(event).frames }
    }

    @Test func `random bytes are never an event and never a crash`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let frames = (0..<3).map { _ in
                (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
            }
            #expect((try? EventFrame(frames)) == nil)
        }
    }
}
