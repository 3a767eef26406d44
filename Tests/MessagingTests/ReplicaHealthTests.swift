import Testing

@testable import Messaging

@Suite struct ReplicaHealthTests {
    private func ready() -> ReplicaHealth {
        var health = ReplicaHealth(missedPings: 2, missedCalls: 3)
        health.connected()
        health.answered()
        return health
    }

    @Test func `a connection is not enough, an answered ping is`() {
        var health = ReplicaHealth(missedPings: 2, missedCalls: 3)
        #expect(!health.isReady && !health.isWorthAPing)
        health.answered()
        #expect(!health.isReady)
        health.connected()
        #expect(!health.isReady && health.isWorthAPing)
        health.answered()
        #expect(health.isReady)
    }

    @Test func `two missed pings in a row make it suspect, told once`() {
        var health = ready()
        #expect(health.missedPing() == false)
        health.answered()
        #expect(health.missedPing() == false)
        #expect(health.missedPing() == true)
        #expect(health.state == .suspect)
        #expect(health.missedPing() == false)
    }

    @Test func `three missed calls in a row make it suspect, and a ping lets it back`() {
        var health = ready()
        #expect([health.missedCall(), health.missedCall()] == [false, false])
        health.answeredCall()
        #expect([health.missedCall(), health.missedCall(), health.missedCall()] == [false, false, true])
        health.answered()
        #expect(health.isReady)
    }

    @Test func `one that is draining comes back by a new connection alone`() {
        var health = ready()
        health.saidDraining()
        health.answered()
        #expect(!health.isReady)
        health.disconnected()
        health.connected()
        health.answered()
        #expect(health.isReady)
    }

    @Test func `a lost connection ends readiness`() {
        var health = ready()
        health.disconnected()
        #expect(health.state == .connecting)
        #expect(health.missedPing() == false)
    }
}
