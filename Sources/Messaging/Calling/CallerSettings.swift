/// How a caller calls.
public struct CallerSettings: Sendable {
    /// Who is called, for messages: `pricing`.
    public var service: String
    /// Where it is called; a host's name stands for one replica at each of its addresses.
    public var endpoints: [Endpoint]
    /// Calls under way at one replica; more wait for their turn.
    public var inFlightCap = 1000
    /// How often a replica is asked whether it is there, and how long it has to say so.
    public var pingMilliseconds = 1000
    /// Pings without an answer before a replica is passed over.
    public var missedPings = 2
    /// Calls in a row without an answer before a replica is passed over.
    public var missedCalls = 3
    /// Whether a call waits, for as long as it may take, for a service that is not there yet. Otherwise it ends as soon
    /// as it is certain that none of the replicas can be connected to.
    public var waitsForService = true
    /// How often hosts' names are looked up again while there are calls.
    public var resolveMilliseconds = 1000

    public init(service: String, endpoints: [Endpoint]) {
        self.service = service
        self.endpoints = endpoints
    }

    /// - Parameters:
    ///   - service: its name, for errors.
    ///   - endpoints: with commas between replicas.
    /// - Throws: for a text that is no endpoint.
    public init(service: String, endpoints: String) throws(EndpointError) {
        var list: [Endpoint] = []
        for text in endpoints.split(separator: ",") { list.append(try Endpoint(String(text))) }
        if list.isEmpty { throw EndpointError(endpoints, "names no endpoint") }
        self.init(service: service, endpoints: list)
    }
}
