import Messaging

extension Endpoint {
    /// Where a service publishes that answers calls here, unless told otherwise: one port above.
    var besideForEvents: Endpoint {
        switch transport {
        case .tcp(let host, let port): Endpoint(.tcp(host: host, port: port == 0 ? 0 : port + 1))
        case .ipc(let path): Endpoint(.ipc(path: "\(path).events"))
        case .inproc(let name): Endpoint(.inproc(name: "\(name).events"))
        }
    }
}
