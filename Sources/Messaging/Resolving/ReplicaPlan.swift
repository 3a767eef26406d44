/// Which replicas a caller should have: one for each address of each endpoint. A pure value: it is told what
/// the names stand for and how the replicas do, and says what to change.
struct ReplicaPlan: Sendable, Equatable {
    /// A replica as it stands.
    struct Replica: Sendable, Equatable {
        var endpoint: Endpoint
        var state: ReplicaHealth.State
        var inFlight: Int

        /// Whether somebody may still be served there. A suspect's or a drained one's last calls are awaited.
        var isOfUse: Bool {
            switch state {
            case .checking, .ready: true
            case .suspect, .draining: inFlight > 0
            case .connecting: false
            }
        }
    }

    struct Changes: Sendable, Equatable {
        var added: [Endpoint] = []
        /// Indices into the replicas that were asked about.
        var removed: [Int] = []
    }

    /// An endpoint as it was given.
    private struct Entry: Sendable, Equatable {
        let endpoint: Endpoint
        /// What its name was last known to stand for.
        var addresses: [String] = []

        var places: [Endpoint] {
            endpoint.hostName == nil ? [endpoint.numeric] : addresses.map { endpoint.at(address: $0) }
        }
    }

    private var entries: [Entry]

    /// No name may take all sockets of the process.
    static let mostReplicas = 64

    init(_ endpoints: [Endpoint]) { entries = endpoints.map { Entry(endpoint: $0) } }

    /// The names to look up, each once.
    var hostNames: [String] {
        var names: [String] = []
        for name in entries.compactMap(\.endpoint.hostName) where !names.contains(name) { names.append(name) }
        return names
    }

    /// A name was looked up. An answer without any address says as little as none.
    mutating func resolved(_ host: String, _ addresses: [String]) {
        guard !addresses.isEmpty else { return }
        for index in entries.indices where entries[index].endpoint.hostName == host {
            entries[index].addresses = addresses
        }
    }

    /// Where replicas are wanted, as numbers, each once.
    var wanted: [Endpoint] {
        var wanted: [Endpoint] = []
        for place in entries.flatMap(\.places) where !wanted.contains(place) { wanted.append(place) }
        return Array(wanted.prefix(Self.mostReplicas))
    }

    /// New addresses are added at once. One that has vanished stays for as long as it is of use: an answer of DNS
    /// may leave some out, and is no order to hang up.
    func changes(from replicas: [Replica]) -> Changes {
        let wanted = wanted
        return Changes(
            added: wanted.filter { place in !replicas.contains { $0.endpoint == place } },
            removed: replicas.indices.filter { index in
                !wanted.contains(replicas[index].endpoint) && !replicas[index].isOfUse
            })
    }
}
