import CZeroMQ

extension Socket {
    /// Listens at `endpoint`; a `*` port is chosen by the system, see `lastEndpoint`.
    public final func bind(_ endpoint: String) throws(ZeroMQError) {
        let socket = try unsafe opened("bind \(endpoint)")
        try check("bind \(endpoint)") { unsafe cornershop_socket_bind(socket, endpoint) }
    }

    /// Stops listening. Connections that came in by it are cut: never unbind to drain.
    public final func unbind(_ endpoint: String) throws(ZeroMQError) {
        let socket = try unsafe opened("unbind \(endpoint)")
        try check("unbind \(endpoint)") { unsafe cornershop_socket_unbind(socket, endpoint) }
    }

    /// Connects in the background, for as long as it takes.
    public final func connect(_ endpoint: String) throws(ZeroMQError) {
        let socket = try unsafe opened("connect \(endpoint)")
        try check("connect \(endpoint)") { unsafe cornershop_socket_connect(socket, endpoint) }
    }

    /// Ends the connection made with the same `endpoint`.
    public final func disconnect(_ endpoint: String) throws(ZeroMQError) {
        let socket = try unsafe opened("disconnect \(endpoint)")
        try check("disconnect \(endpoint)") { unsafe cornershop_socket_disconnect(socket, endpoint) }
    }

    /// The endpoint of the last `bind` or `connect`, with the port that the system chose.
    public final var lastEndpoint: String {
        get throws(ZeroMQError) { try text(of: ZMQ_LAST_ENDPOINT, "last endpoint") }
    }
}
