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

    /// The port in what a socket says it is bound to, which may be one of those that no settings may name.
    static func port(ofBound text: String) -> Int? {
        guard text.hasPrefix("tcp://") else { return nil }
        return text.split(separator: ":").last.flatMap { Int($0) }
    }
}
