import Testing
import WireProtocol

@Suite struct EnvelopeTests {
    private static let peer: [UInt8] = [0, 1, 2, 3, 4]
    private static let header = Array("SHOP/1 REQ a.b".utf8)
    private static let body = Array("{}".utf8)

    @Test(
        arguments: [
            [[]], [peer, []], [peer, [0, 0, 0, 9], []], [peer, peer, peer, peer, peer, peer, peer, []],
            [Array(repeating: 7, count: 255), []],
        ] as [[[UInt8]]]) func `the way back is echoed byte for byte`(route: [[UInt8]]) throws
    {
        let envelope = try Envelope(route + [Self.header, Self.body])
        #expect(envelope.route == route)
        #expect(envelope.header == Self.header)
        #expect(envelope.body == Self.body)
        #expect(envelope.answer(header: [1], body: []) == route + [[1], []])
    }

    @Test func `an empty body is a body`() throws {
        let envelope = try Envelope([Self.peer, [], Self.header, []])
        #expect(envelope.body.isEmpty)
    }

    @Test(
        arguments: [
            ([], .noDelimiter),
            ([peer], .noDelimiter),
            ([peer, header, body], .noDelimiter),
            (Array(repeating: peer, count: 32), .noDelimiter),
            (Array(repeating: peer, count: 8) + [[], header, body], .tooManyFrames),
            (Array(repeating: peer, count: 32) + [[], header, body], .tooManyFrames),
            ([peer, Array(repeating: 7, count: 256), [], header, body], .frameTooLong),
            ([peer, []], .missingHeader),
            ([peer, [], header], .missingBody),
            ([peer, [], header, body, []], .extraFrames),
        ] as [([[UInt8]], Envelope.Refusal)]) func `other frames are refused`(
            frames: [[UInt8]], refusal: Envelope.Refusal
        )
    {
        #expect(throws: refusal) { try Envelope(frames) }
    }
}
