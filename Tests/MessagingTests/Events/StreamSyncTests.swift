import Testing
import Threading
import WireProtocol

@testable import Messaging

@Suite struct StreamSyncTests {
    private func ask(
        _ service: PriceService, _ request: StreamSync, as type: ContentType = .json
    ) async throws -> StreamPage {
        let caller = try Caller.test(service.endpoint)
        let answer = try await caller.call(
            method: "test.sync", body: try WireCoding(type).encode(request), contentType: type)
        #expect(answer.body.count <= SyncPage.largestBytes)
        return try WireCoding(type).decode(from: answer.body)
    }

    @Test(arguments: ContentType.allCases)
    func `events that are at hand are a delta`(type: ContentType) async throws {
        let service = try await PriceService()
        service.publish(10)
        let epoch = service.prices.position.epoch
        let reply = try await ask(service, StreamSync(stream: "prices", epoch: epoch, after: 7), as: type)
        #expect(reply.epoch == epoch)
        #expect(reply.seq == 10)
        #expect(reply.events?.map(\.seq) == [8, 9, 10])
        #expect(reply.events?.map(\.body) == [8, 9, 10])
        #expect(reply.events?.map(\.key) == ["key 8", "key 9", "key 10"])
        #expect(reply.snapshot == nil)
        #expect(!reply.more)
        await service.end()
    }

    @Test func `a delta goes on where its page ended`() async throws {
        let service = try await PriceService()
        service.publish(3000)
        var after: Int64 = 100
        var pages = 0
        while true {
            let reply = try await ask(
                service, StreamSync(stream: "prices", after: after, limit: pages == 0 ? 7 : nil))
            let events = try #require(reply.events)
            #expect(events.map(\.seq) == Array(after + 1...after + Int64(events.count)))
            if pages == 0 { #expect(events.count == 7) }
            pages += 1
            after += Int64(events.count)
            #expect(reply.more == (after < 3000))
            if !reply.more { break }
        }
        #expect(after == 3000)
        #expect(pages > 3)
        await service.end()
    }

    @Test(arguments: [
        StreamSync(stream: "prices"), StreamSync(stream: "prices", after: 1),
        StreamSync(stream: "prices", epoch: "old", after: 119), StreamSync(stream: "prices", after: 1000),
    ])
    func `else a snapshot is given`(request: StreamSync) async throws {
        let service = try await PriceService { $0.recentEvents = 20 }
        service.publish(120)
        let reply = try await ask(service, request)
        #expect(reply.seq == 120)
        #expect(reply.events == nil)
        #expect(reply.snapshot?.count == 50)
        #expect(!reply.more)
        await service.end()
    }

    @Test func `a large snapshot comes in pages of one number, made once`() async throws {
        let service = try await PriceService()
        let text = String(repeating: "x", count: 1000)
        service.prices.answerSnapshots {
            service.snapshots.withLock { $0 += 1 }
            return StreamSnapshot(
                try (0..<500).map {
                    try StreamEntry(type: "a", key: "\($0)", time: Timestamp(milliseconds: 0), text)
                })
        }
        var keys: [String] = []
        var request = StreamSync(stream: "prices")
        var pages = 0
        while true {
            let reply = try await ask(service, request)
            #expect(reply.seq == 0)
            keys += reply.snapshot?.map(\.key) ?? []
            pages += 1
            guard reply.more else { break }
            request.cursor = reply.next
            // The stream goes on meanwhile.
            service.publish()
        }
        #expect(keys == (0..<500).map(String.init))
        #expect(pages > 7)
        // Newcomers get the one that is there; the events since are fewer than its entries.
        _ = try await ask(service, StreamSync(stream: "prices"))
        #expect(service.snapshots.withLock { $0 } == 1)
        await service.end()
    }

    @Test func `a page is made when it is asked for, and costs nothing before`() async throws {
        let service = try await PriceService()
        let made = Locked<[Int]>([])
        let text = String(repeating: "x", count: 10_000)
        service.prices.answerSnapshots {
            StreamSnapshot(of: Array(0..<20)) { number in
                made.withLock { $0.append(number) }
                return try StreamEntry(type: "a", key: "\(number)", time: Timestamp(milliseconds: 0), text)
            }
        }
        let first = try await ask(service, StreamSync(stream: "prices"))
        let told = first.snapshot?.count ?? 0
        // One more shows that the page is full.
        #expect(made.withLock { $0 } == Array(0...told))
        let second = try await ask(service, StreamSync(stream: "prices", cursor: first.next))
        #expect(second.snapshot?.first?.key == "\(told)")
        #expect(try await ask(service, StreamSync(stream: "prices", cursor: first.next)) == second)
        await service.end()
    }

    @Test(.timeLimit(.minutes(1)))
    func `who reads a snapshot of a service that ends is told so at its next page`() async throws {
        let service = try await PriceService()
        let text = String(repeating: "x", count: 10_000)
        service.prices.answerSnapshots {
            StreamSnapshot(of: Array(0..<100_000)) {
                try StreamEntry(type: "a", key: "\($0)", time: Timestamp(milliseconds: 0), text)
            }
        }
        let caller = try Caller.test(service.endpoint)
        var request = StreamSync(stream: "prices")
        let first: StreamPage = try WireCoding().decode(
            from: try await caller.call(method: "test.sync", body: try WireCoding().encode(request)).body)
        request.cursor = first.next
        let drain = Task { await service.responder.drain() }
        // Pages that are asked for before it has begun to end are still answered.
        let why = await reason {
            while true {
                _ = try await caller.call(method: "test.sync", body: try WireCoding().encode(request))
            }
        }
        if case .fault(let fault)? = why { #expect(fault.code == "draining") }
        await drain.value
        await service.end()
    }

    @Test func `newcomers at the same time share one snapshot`() async throws {
        let service = try await PriceService()
        service.publish(60)
        try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<50 {
                // Of the stream itself: a responder would refuse some of so many calls at once.
                group.addTask { try await service.prices.answer(StreamSync(stream: "prices")).seq }
            }
            for try await number in group { #expect(number == 60) }
        }
        #expect(service.snapshots.withLock { $0 } == 1)
        await service.end()
    }

    @Test func `one larger than what is recent waits its turn`() async throws {
        let service = try await PriceService {
            $0.recentEvents = 1
            $0.snapshotPauseMilliseconds = 60_000
        }
        service.publish(10)
        _ = try await ask(service, StreamSync(stream: "prices"))
        service.publish(10)
        await #expect(throws: CallError.self) {
            do {
                _ = try await ask(service, StreamSync(stream: "prices"))
            } catch let error as CallError {
                guard case .fault(let fault) = error.reason else { throw TimedOut() }
                #expect(fault.code == "overloaded")
                #expect(fault.retryAfterMilliseconds == 60_000)
                throw error
            }
        }
        await service.end()
    }

    @Test(arguments: [
        (StreamSync(stream: "nothing"), "unknown_stream"),
        (StreamSync(stream: "prices", cursor: "9.9"), "invalid_cursor"),
        (StreamSync(stream: "prices", cursor: "what"), "invalid_cursor"),
        (StreamSync(stream: "prices", after: -1), "invalid_request"),
        (StreamSync(stream: "prices", limit: 0), "invalid_request"),
        (StreamSync(stream: "prices", limit: 1001), "invalid_request"),
        (StreamSync(stream: "a/b"), "invalid_request"),
    ])
    func `what cannot be answered is a fault`(request: StreamSync, code: String) async throws {
        let service = try await PriceService()
        let why = await reason { try await ask(service, request) }
        guard case .fault(let fault)? = why else {
            Issue.record("\(String(describing: why))")
            return
        }
        #expect(fault.code == code)
        await service.end()
    }

    @Test func `the service tells of the streams, the port and the method`() async throws {
        let service = try await PriceService(log: TestLog())
        let caller = try Caller.test(service.endpoint)
        let info = try await caller.call(SystemInfo())
        #expect(info.streams == ["prices", "orders"])
        #expect(info.methods.contains("test.sync"))
        #expect(info.eventsPort != nil)
        let described = try await caller.call(SystemDescribe()).methods.map(\.method)
        #expect(described.contains("test.sync"))
        await service.end()
    }
}
