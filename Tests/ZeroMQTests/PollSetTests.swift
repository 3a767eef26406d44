import Dispatch
import Testing
import ZeroMQ

@Suite struct PollSetTests {
    @Test func `a poll ends with its time when nothing comes`() throws {
        let poll = PollSet()
        try poll.append(try Dealer(Context()), .readable)
        #expect(try poll.wait(timeoutMilliseconds: 1) == 0)
        #expect(poll.ready(at: 0) == [])
    }

    @Test func `another thread ends the wait by the wake-up descriptor`() throws {
        let wakeUp = try WakeUp()
        DispatchQueue.global().async { wakeUp.signal() }
        let poll = PollSet()
        poll.append(descriptor: wakeUp.descriptor, .readable)
        #expect(try poll.wait(timeoutMilliseconds: 5000) == 1)
        #expect(poll.ready(at: 0) == .readable)
        wakeUp.drain()
        #expect(try poll.wait(timeoutMilliseconds: 0) == 0)
    }

    @Test func `many signals are one wake-up`() throws {
        let wakeUp = try WakeUp()
        for _ in 0..<100 { wakeUp.signal() }
        wakeUp.drain()
        let poll = PollSet()
        poll.append(descriptor: wakeUp.descriptor, .readable)
        #expect(try poll.wait(timeoutMilliseconds: 0) == 0)
    }

    @Test func `it tells which socket is ready`() throws {
        let context = try Context()
        let (left, right) = (try Pair(context), try Pair(context))
        try left.bind("inproc://poll")
        try right.connect("inproc://poll")
        #expect(try left.send([[1]]) == .sent)
        let poll = PollSet()
        try poll.append(left, .readable)
        try poll.append(right, [.readable, .writable])
        #expect(try poll.wait(timeoutMilliseconds: 1000) == 1)
        #expect(poll.ready(at: 0) == [])
        #expect(poll.ready(at: 1) == [.readable, .writable])
    }

    @Test func `a closed socket in the set is an error`() throws {
        let socket = try Dealer(Context())
        let poll = PollSet()
        try poll.append(socket, .readable)
        socket.close()
        let error = #expect(throws: ZeroMQError.self) { try poll.wait(timeoutMilliseconds: 0) }
        #expect(error?.reason == .closed)
    }
}
