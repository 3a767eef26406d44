import Testing

@testable import Messaging

@Suite struct SocketWatchdogTests {
    @Test func `a socket that tries again is kept, a silent one is replaced`() {
        var watchdog = SocketWatchdog()
        #expect(watchdog.disconnected() == .wait(round: 1))
        #expect(watchdog.verdict(afterGrace: 1) == .replace)
        #expect(watchdog.disconnected() == .wait(round: 2))
        watchdog.isTrying()
        #expect(watchdog.verdict(afterGrace: 2) == .keep)
    }

    @Test func `the grace of an earlier disconnect says nothing of a later one`() {
        var watchdog = SocketWatchdog()
        _ = watchdog.disconnected()
        watchdog.isTrying()
        _ = watchdog.disconnected()
        #expect(watchdog.verdict(afterGrace: 1) == .keep)
        #expect(watchdog.verdict(afterGrace: 2) == .replace)
    }

    @Test func `a failed handshake replaces at once`() {
        var watchdog = SocketWatchdog()
        #expect(watchdog.handshakeFailed() == .replace)
    }

    @Test func `pauses double up to a limit, with jitter, and begin anew when it was ready`() {
        var random = SystemRandomNumberGenerator()
        var watchdog = SocketWatchdog()
        for full in [100, 200, 400, 800, 1600, 2000, 2000] {
            let pause = watchdog.pauseMilliseconds(using: &random)
            #expect((full / 2...full).contains(pause))
        }
        watchdog.ready()
        let pause = watchdog.pauseMilliseconds(using: &random)
        #expect((50...100).contains(pause))
    }
}
