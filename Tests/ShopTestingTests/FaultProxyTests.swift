import Testing

@testable import ShopTesting

@Suite struct FaultProxyTests {
    @Test func `a line without faults passes both directions and their ends, and counts`() async throws {
        let line = try await Line.open()
        try await send([1, 2, 3], on: line.client)
        #expect(try await received(3, by: line.server).bytes == [1, 2, 3])
        try await send([4, 5], on: line.server)
        #expect(try await received(2, by: line.client).bytes == [4, 5])
        line.client.endSending()
        #expect(try await received(1, by: line.server).bytes == [])
        let counts = await line.proxy.counts
        #expect(counts.bytesToServer == 3 && counts.bytesToClient == 2)
        #expect(counts.connectionsAccepted == 1 && counts.connectionsOpen == 1)
        line.server.endSending()
        #expect(try await received(1, by: line.client).bytes == [])
        try await eventually { await line.proxy.counts.connectionsOpen == 0 }
        await line.close()
    }

    @Test func `large amounts arrive whole and in order`() async throws {
        let line = try await Line.open()
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        async let sent: Void = send(bytes, on: line.client)
        #expect(try await received(bytes.count, by: line.server).bytes == bytes)
        try await sent
        await line.close()
    }

    @Test(arguments: [true, false]) func `a delay holds for its direction alone`(toServer: Bool) async throws
    {
        let line = try await Line.open()
        await line.proxy.change { faults in
            if toServer {
                faults.delayToServerMilliseconds = 200
            } else {
                faults.delayToClientMilliseconds = 200
            }
        }
        let started = ContinuousClock.now
        try await send([1], on: line.client)
        _ = try await received(1, by: line.server)
        let there = ContinuousClock.now
        try await send([2], on: line.server)
        _ = try await received(1, by: line.client)
        let (wayThere, wayBack) = (there - started, ContinuousClock.now - there)
        #expect((toServer ? wayThere : wayBack) >= .milliseconds(200))
        #expect((toServer ? wayBack : wayThere) < .milliseconds(200))
        await line.close()
    }

    @Test func `a cut resets both ends, and new connections pass`() async throws {
        let line = try await Line.open()
        await line.proxy.cut()
        #expect(try await received(1, by: line.client).isBroken)
        #expect(try await received(1, by: line.server).isBroken)
        #expect(await line.proxy.counts.connectionsCut == 1)
        let client = try TCPDescriptor.connecting(port: line.proxy.port)
        let server = try await Line.accepted(by: line.listener)
        try await send([7], on: client)
        #expect(try await received(1, by: server).bytes == [7])
        client.close()
        server.close()
        await line.close()
    }

    @Test func `new connections are refused while old ones pass, and accepted again later`() async throws {
        let line = try await Line.open()
        await line.proxy.change { $0.refusesConnections = true }
        let refused = try? TCPDescriptor.connecting(port: line.proxy.port)
        if let refused { #expect(try await received(1, by: refused).isBroken) }
        refused?.close()
        try await send([1], on: line.client)
        #expect(try await received(1, by: line.server).bytes == [1])
        await line.proxy.mend()
        let client = try TCPDescriptor.connecting(port: line.proxy.port)
        let server = try await Line.accepted(by: line.listener)
        client.close()
        server.close()
        await line.close()
    }

    @Test func `a silent line swallows both directions and tells nobody of an end`() async throws {
        let line = try await Line.open()
        await line.proxy.change { $0.isSilent = true }
        try await send([1, 2, 3], on: line.client)
        try await send([4], on: line.server)
        try await eventually { await line.proxy.counts.bytesSwallowed == 4 }
        line.client.endSending()
        await line.proxy.mend()
        // Bytes are missing from this connection, so it can never speak again.
        try await send([5], on: line.server)
        try await eventually { await line.proxy.counts.bytesSwallowed == 5 }
        var buffer = [UInt8](repeating: 0, count: 16)
        guard case .wouldBlock = line.server.receive(into: &buffer) else {
            Issue.record("the server was told something")
            return
        }
        await line.close()
    }

    @Test func `a throttle lets so many bytes through in a second, and none at 0`() async throws {
        let line = try await Line.open()
        await line.proxy.change { $0.bytesPerSecond = 10_000 }
        let started = ContinuousClock.now
        try await send([UInt8](repeating: 1, count: 3000), on: line.client)
        #expect(try await received(3000, by: line.server).bytes.count == 3000)
        // The first portion of a twentieth goes at once.
        #expect(ContinuousClock.now - started >= .milliseconds(240))
        await line.proxy.change { $0.bytesPerSecond = 0 }
        try await send([2, 3], on: line.client)
        #expect(await line.proxy.counts.bytesToServer == 3000)
        await line.proxy.mend()
        #expect(try await received(2, by: line.server).bytes == [2, 3])
        await line.close()
    }

    @Test func `after a move new connections reach the other server`() async throws {
        let line = try await Line.open()
        let (elsewhere, port) = try Line.listening()
        await line.proxy.move(toPort: port)
        let client = try TCPDescriptor.connecting(port: line.proxy.port)
        let server = try await Line.accepted(by: elsewhere)
        try await send([9], on: client)
        #expect(try await received(1, by: server).bytes == [9])
        for descriptor in [client, server, elsewhere] { descriptor.close() }
        await line.close()
    }

    @Test func `a client of a server that is not there is broken off`() async throws {
        let line = try await Line.open()
        let (elsewhere, port) = try Line.listening()
        elsewhere.close()
        await line.proxy.move(toPort: port)
        let client = try TCPDescriptor.connecting(port: line.proxy.port)
        #expect(try await received(1, by: client).isBroken)
        client.close()
        await line.close()
    }

    @Test func `the end closes everything, and later changes are harmless`() async throws {
        let line = try await Line.open()
        await line.proxy.end()
        #expect(try await received(1, by: line.client).bytes == [])
        await line.proxy.cut()
        #expect(await line.proxy.counts == LineCounts())
        await line.close()
    }
}
