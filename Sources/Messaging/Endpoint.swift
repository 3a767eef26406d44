/// Where a service listens: `tcp://host:port`, `ipc:///path` or `inproc://name`.
public struct Endpoint: Sendable, Hashable {
    public enum Transport: Sendable, Hashable {
        /// The port is 0 for `*`, any free one.
        case tcp(host: String, port: Int)
        case ipc(path: String)
        /// Within one context.
        case inproc(name: String)
    }

    public let transport: Transport

    public init(_ transport: Transport) { self.transport = transport }

    /// From here on a port may be the local end of some connection: a DEALER that retries can then connect to
    /// itself and keep the service from binding (Linux's default ephemeral range).
    static let firstEphemeralPort = 32768

    /// - Throws: what is wrong, in one line that names the text.
    public init(_ text: String) throws(EndpointError) {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[1].hasPrefix("//"), parts[1].count > 2 else {
            throw EndpointError(text, "is no endpoint; write tcp://HOST:PORT, ipc:///PATH or inproc://NAME")
        }
        let rest = String(parts[1].dropFirst(2))
        switch parts[0] {
        case "tcp": transport = try Endpoint.tcp(rest, of: text)
        case "ipc":
            // The path goes into a socket address of 108 bytes with its ending zero.
            guard rest.utf8.count < 108 else { throw EndpointError(text, "has a path of over 107 bytes") }
            transport = .ipc(path: rest)
        case "inproc": transport = .inproc(name: rest)
        default: throw EndpointError(text, "must begin with tcp://, ipc:// or inproc://")
        }
    }

    private static func tcp(_ rest: String, of text: String) throws(EndpointError) -> Transport {
        guard let colon = rest.lastIndex(of: ":"), colon != rest.startIndex else {
            throw EndpointError(text, "needs a host and a port, as in tcp://127.0.0.1:7010")
        }
        let host = String(rest[..<colon])
        guard isHost(host) else { throw EndpointError(text, "needs a name, an IP address or * as its host") }
        let port = String(rest[rest.index(after: colon)...])
        if port == "*" { return .tcp(host: host, port: 0) }
        guard port.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(port), (1..<firstEphemeralPort).contains(number)
        else {
            throw EndpointError(text, "needs a port from 1 to \(firstEphemeralPort - 1)")
        }
        return .tcp(host: host, port: number)
    }

    /// A name or an IPv4 address, or an IPv6 address with or without its brackets.
    private static func isHost(_ text: String) -> Bool {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]") && text.contains(":")
        let plain = isBracketed ? text.dropFirst().dropLast() : Substring(text)
        return text == "*" || plain.utf8.allSatisfy { isHostCharacter($0) }
    }

    private static func isHostCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "%"):
            true
        default: false
        }
    }

    /// The replicas of a service that another process calls: addresses with commas between.
    ///
    /// - Throws: also for what one can only listen at: any port, any address, `inproc`.
    public static func replicas(_ text: String) throws(EndpointError) -> [Endpoint] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { part throws(EndpointError) in
            let endpoint = try Endpoint(String(part))
            guard endpoint.isCallable else { throw EndpointError(String(part), "is nowhere to call") }
            return endpoint
        }
    }

    private var isCallable: Bool {
        switch transport {
        case .tcp(let host, let port): port != 0 && host != "*"
        case .ipc: true
        case .inproc: false
        }
    }

    /// Whether nobody on another machine can reach it.
    public var isLocal: Bool {
        switch transport {
        case .ipc, .inproc: true
        case .tcp(let host, _):
            host == "localhost" || host == "[::1]" || host == "::1" || Endpoint.isLoopbackIPv4(host)
        }
    }

    /// Where a process on the same machine calls a service that listens here, also where it listens everywhere.
    public var forCallsFromHere: Endpoint {
        guard case .tcp(let host, let port) = transport else { return self }
        switch host {
        case "0.0.0.0", "*": return Endpoint(.tcp(host: "127.0.0.1", port: port))
        case "[::]": return Endpoint(.tcp(host: "[::1]", port: port))
        default: return self
        }
    }

    /// The port in what a socket says it is bound to, which may be one of those that no settings may name.
    static func port(ofBound text: String) -> Int? {
        guard text.hasPrefix("tcp://") else { return nil }
        return text.split(separator: ":").last.flatMap { Int($0) }
    }

    private static func isLoopbackIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension Endpoint: CustomStringConvertible {
    /// As libzmq takes it.
    public var description: String {
        switch transport {
        case .tcp(let host, let port): "tcp://\(host):\(port == 0 ? "*" : String(port))"
        case .ipc(let path): "ipc://\(path)"
        case .inproc(let name): "inproc://\(name)"
        }
    }
}

/// A text that is no endpoint.
public struct EndpointError: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String

    init(_ text: String, _ problem: String) { description = "\(text) \(problem)" }
}
