/// What is wrong with the line between a client and a server; nothing by default.
package struct LineFaults: Sendable, Equatable {
    /// How much later the client's bytes reach the server.
    package var delayToServerMilliseconds = 0
    /// How much later the server's bytes reach the client.
    package var delayToClientMilliseconds = 0
    /// Per connection and direction; 0 holds everything back without losing it, as a stopped process does.
    package var bytesPerSecond: Int?
    /// New connections are refused by the system, as where nobody listens.
    package var refusesConnections = false
    /// Both directions are swallowed and nobody is told, as after a cable was pulled. A connection that lost
    /// bytes this way stays silent when the line is well again.
    package var isSilent = false

    package init() {}
}

/// What went over the line so far.
package struct LineCounts: Sendable, Equatable {
    package var connectionsAccepted = 0
    package var connectionsOpen = 0
    package var connectionsCut = 0
    package var bytesToServer = 0
    package var bytesToClient = 0
    package var bytesSwallowed = 0

    mutating func add(_ bytes: Int, _ direction: ProxyConnection.Direction) {
        switch direction {
        case .toServer: bytesToServer += bytes
        case .toClient: bytesToClient += bytes
        }
    }
}
