import Testing

@testable import ZeroMQ

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

#if canImport(Glibc)
private let realTime = __itimer_which_t(ITIMER_REAL.rawValue)
#else
private let realTime = ITIMER_REAL
#endif

@Suite struct CheckTests {
    @Test func `an interrupted call is made again`() throws {
        var answers: [Int32] = [-EINTR, -EINTR, 7]
        #expect(try check("count") { answers.removeFirst() } == 7)
        #expect(answers.isEmpty)
    }

    @Test(arguments: [
        (EADDRINUSE, ZeroMQError.Reason.addressInUse), (EINVAL, .invalidArgument), (EMFILE, .tooManySockets),
        (ZeroMQErrno.contextTerminated, .contextTerminated), (ZeroMQErrno.wrongState, .wrongState),
        (EPIPE, .other(EPIPE)),
    ])
    func `an errno becomes an error that names the operation`(number: Int32, reason: ZeroMQError.Reason) {
        let error = #expect(throws: ZeroMQError.self) { try check("bind x") { -number } }
        #expect(error?.reason == reason)
        #expect(error?.description.hasPrefix("bind x: ") == true)
    }

    @Test func `a stale socket traps`() async {
        await #expect(processExitsWith: .failure) { _ = ZeroMQError(errno: ENOTSOCK, operation: "send") }
    }

    @Test func `a bad pointer traps`() async {
        await #expect(processExitsWith: .failure) { _ = ZeroMQError(errno: EFAULT, operation: "send") }
    }

    @Test func `no message is lost in a storm of signals`() async throws {
        await #expect(processExitsWith: .success) {
            signal(SIGALRM) { _ in }
            var timer = itimerval()
            timer.it_interval.tv_usec = 1000
            timer.it_value.tv_usec = 1000
            setitimer(realTime, &timer, nil)
            let context = try Context()
            let server = try Router(context)
            let client = try Dealer(context)
            try client.connect(try server.bindAnywhere())
            for number in 0..<2000 {
                let text = [UInt8]("\(number)".utf8)
                try ZeroMQTests.send([text], on: client)
                try ZeroMQTests.send(message(from: server), on: server)
                guard try message(from: client) == [text] else { exit(1) }
            }
        }
    }
}
