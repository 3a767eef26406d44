#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What the host part of an endpoint is.
enum HostAddress: Sendable, Equatable {
    case ipv4
    /// In brackets, as endpoints have it, or without, as resolvers do.
    case ipv6
    /// Must be looked up.
    case name

    init(_ host: String) {
        var bytes = in6_addr()
        let bare = HostAddress.withoutBrackets(host)
        // A zone is part of the address: fe80::1%eth0.
        let address = bare.prefix { $0 != "%" }
        if inet_pton(AF_INET, host, &bytes) == 1 {
            self = .ipv4
        } else if inet_pton(AF_INET6, String(address), &bytes) == 1 {
            self = .ipv6
        } else {
            self = .name
        }
    }

    private static func withoutBrackets(_ host: String) -> Substring {
        host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host[...]
    }
}

extension Endpoint {
    /// Whether its host is a name, which may stand for several addresses.
    public var isNamed: Bool { hostName != nil }

    /// The name that must be looked up before it can be connected to; nil where there is none.
    var hostName: String? {
        guard case .tcp(let host, _) = transport, host != "localhost", HostAddress(host) == .name else {
            return nil
        }
        return host
    }

    /// As libzmq is given it when no name must be looked up: it would do that in its I/O thread, for everybody.
    var numeric: Endpoint {
        guard case .tcp("localhost", let port) = transport else { return self }
        return Endpoint(.tcp(host: "127.0.0.1", port: port))
    }

    /// The same port at one of the host's addresses.
    func at(address: String) -> Endpoint {
        guard case .tcp(_, let port) = transport else { return self }
        let isIPv6 = HostAddress(address) == .ipv6 && !address.hasPrefix("[")
        return Endpoint(.tcp(host: isIPv6 ? "[\(address)]" : address, port: port))
    }

    /// Whether sockets need the `IPV6` option for it.
    var isIPv6: Bool {
        guard case .tcp(let host, _) = transport else { return false }
        return HostAddress(host) == .ipv6
    }
}
