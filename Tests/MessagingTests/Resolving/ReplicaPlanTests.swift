import Testing

@testable import Messaging

@Suite struct ReplicaPlanTests {
    private static func tcp(_ host: String) -> Endpoint { Endpoint(.tcp(host: host, port: 7010)) }

    private static func replica(
        _ host: String, _ state: ReplicaHealth.State, inFlight: Int = 0
    ) -> ReplicaPlan.Replica {
        .init(endpoint: tcp(host), state: state, inFlight: inFlight)
    }

    /// What was there, what the name stands for now, and what follows.
    struct Change: Sendable {
        var replicas: [ReplicaPlan.Replica] = []
        var addresses: [String]
        var added: [String] = []
        var removed: [Int] = []
    }

    static let changes: [Change] = [
        Change(addresses: ["10.0.0.1", "10.0.0.2"], added: ["10.0.0.1", "10.0.0.2"]),
        Change(replicas: [replica("10.0.0.1", .ready)], addresses: ["10.0.0.1"]),
        Change(
            replicas: [replica("10.0.0.1", .ready)], addresses: ["10.0.0.1", "10.0.0.2"],
            added: ["10.0.0.2"]),
        // Moved: the old place is left once nobody is there.
        Change(
            replicas: [replica("10.0.0.1", .connecting)], addresses: ["10.0.0.2"], added: ["10.0.0.2"],
            removed: [0]),
        Change(replicas: [replica("10.0.0.1", .ready)], addresses: ["10.0.0.2"], added: ["10.0.0.2"]),
        Change(replicas: [replica("10.0.0.1", .checking)], addresses: ["10.0.0.2"], added: ["10.0.0.2"]),
        // Drained or suspect: once its last calls have ended.
        Change(
            replicas: [replica("10.0.0.1", .draining, inFlight: 2)], addresses: ["10.0.0.2"],
            added: ["10.0.0.2"]),
        Change(
            replicas: [replica("10.0.0.1", .draining)], addresses: ["10.0.0.2"], added: ["10.0.0.2"],
            removed: [0]),
        Change(
            replicas: [replica("10.0.0.1", .suspect, inFlight: 1)], addresses: ["10.0.0.2"],
            added: ["10.0.0.2"]),
        Change(
            replicas: [replica("10.0.0.1", .suspect)], addresses: ["10.0.0.2"], added: ["10.0.0.2"],
            removed: [0]),
        // Where a name still points, a dead replica is waited for.
        Change(replicas: [replica("10.0.0.1", .connecting)], addresses: ["10.0.0.1"]),
        Change(
            replicas: [
                replica("10.0.0.1", .connecting), replica("10.0.0.2", .ready),
                replica("10.0.0.3", .connecting),
            ], addresses: ["10.0.0.2", "10.0.0.4"], added: ["10.0.0.4"], removed: [0, 2]),
        // The same address twice is one replica; IPv6 stands in brackets.
        Change(addresses: ["10.0.0.1", "10.0.0.1"], added: ["10.0.0.1"]),
        Change(addresses: ["fd00::2", "fe80::1%eth0"], added: ["[fd00::2]", "[fe80::1%eth0]"]),
        // No address is no answer.
        Change(replicas: [replica("10.0.0.1", .connecting)], addresses: []),
    ]

    @Test(arguments: changes) func `a name's addresses decide on its replicas`(change: Change) {
        var plan = ReplicaPlan([Self.tcp("pricing")])
        let known = change.replicas.map { replica in
            guard case .tcp(let host, _) = replica.endpoint.transport else { return "" }
            return host
        }
        plan.resolved("pricing", known)
        plan.resolved("pricing", change.addresses)
        let expected = ReplicaPlan.Changes(added: change.added.map(Self.tcp), removed: change.removed)
        #expect(plan.changes(from: change.replicas) == expected)
    }

    static let numeric = [
        "tcp://127.0.0.1:7010", "tcp://10.1.2.3:7010", "tcp://[::1]:7010", "tcp://[fe80::1%eth0]:7010",
        "ipc:///run/pricing", "inproc://pricing",
    ]

    @Test(arguments: numeric) func `what needs no name server is wanted at once, as it is`(text: String)
        throws
    {
        let plan = ReplicaPlan([try Endpoint(text)])
        #expect(plan.hostNames == [])
        #expect(plan.wanted == [try Endpoint(text)])
    }

    @Test func `localhost is 127.0.0.1 without asking`() throws {
        let plan = ReplicaPlan([Self.tcp("localhost"), Self.tcp("127.0.0.1")])
        #expect(plan.hostNames == [] && plan.wanted == [Self.tcp("127.0.0.1")])
    }

    @Test func `a name with two ports is looked up once and gives both`() {
        let other = Endpoint(.tcp(host: "pricing", port: 7011))
        var plan = ReplicaPlan([Self.tcp("pricing"), other])
        #expect(plan.hostNames == ["pricing"])
        #expect(plan.wanted == [])
        plan.resolved("pricing", ["10.0.0.1"])
        #expect(plan.wanted == [Self.tcp("10.0.0.1"), Endpoint(.tcp(host: "10.0.0.1", port: 7011))])
    }

    @Test func `a dead name takes nothing from another`() {
        var plan = ReplicaPlan([Self.tcp("dead"), Self.tcp("pricing")])
        plan.resolved("pricing", ["10.0.0.1"])
        plan.resolved("dead", [])
        #expect(plan.changes(from: []) == .init(added: [Self.tcp("10.0.0.1")]))
    }

    @Test func `a name with very many addresses takes a bounded number of sockets`() {
        var plan = ReplicaPlan([Self.tcp("pricing")])
        plan.resolved("pricing", (0..<1000).map { "10.0.\($0 / 250).\($0 % 250)" })
        #expect(plan.wanted.count == ReplicaPlan.mostReplicas)
    }
}
