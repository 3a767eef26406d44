import Testing

@testable import Messaging

@Suite struct SystemResolverTests {
    @Test func `a host of the hosts file has a numeric address`() throws {
        let addresses = try SystemResolver().addresses(of: "localhost")
        #expect(!addresses.isEmpty && addresses.allSatisfy { HostAddress($0) != .name })
        #expect(addresses.contains("127.0.0.1") || addresses.contains("::1"))
    }

    @Test func `numbers stand for themselves`() throws {
        #expect(try SystemResolver().addresses(of: "127.0.0.2") == ["127.0.0.2"])
    }

    @Test func `a text that can be no name is refused with its reason`() {
        #expect(throws: ResolutionError.self) {
            try SystemResolver().addresses(of: String(repeating: "x", count: 300))
        }
    }

    static let hosts: [(String, HostAddress)] = [
        ("127.0.0.1", .ipv4), ("10.1.2.3", .ipv4), ("::1", .ipv6), ("[::1]", .ipv6),
        ("fe80::1%eth0", .ipv6), ("pricing", .name), ("1.2.3", .name), ("pricing.shop", .name),
        ("[x]", .name),
        ("256.1.1.1", .name), ("*", .name),
    ]

    @Test(arguments: hosts) func `numbers are told from names`(host: String, kind: HostAddress) {
        #expect(HostAddress(host) == kind)
    }
}
