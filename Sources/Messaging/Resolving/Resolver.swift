#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Finds the addresses behind a host's name.
public protocol Resolver: Sendable {
    /// All addresses of `host` as numbers, IPv6 without brackets. May block for as long as it takes: it is called
    /// on a thread of its own.
    func addresses(of host: String) throws(ResolutionError) -> [String]
}

/// A name that leads nowhere, at least for now.
public struct ResolutionError: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String

    public init(host: String, reason: String) { description = "\(host) has no address: \(reason)" }
}

/// The machine's own way: hosts file and DNS (`getaddrinfo`).
public struct SystemResolver: Resolver {
    public init() {}

    public func addresses(of host: String) throws(ResolutionError) -> [String] {
        var hints = addrinfo()
        // Only kinds of address that this machine could reach.
        hints.ai_flags = AI_ADDRCONFIG
        #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        hints.ai_socktype = SOCK_STREAM
        #endif
        var first: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(host, nil, &hints, &first)
        guard result == 0 else {
            throw ResolutionError(host: host, reason: String(cString: gai_strerror(result)))
        }
        defer { freeaddrinfo(first) }
        var addresses: [String] = []
        var next = first
        while let info = next?.pointee {
            if let address = Self.numeric(info), !addresses.contains(address) { addresses.append(address) }
            next = info.ai_next
        }
        return addresses
    }

    private static func numeric(_ info: addrinfo) -> String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let result = getnameinfo(
            info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        guard result == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
