import Testing

@testable import Messaging

@Suite struct EndpointTests {
    @Test(arguments: [
        "tcp://127.0.0.1:7010", "tcp://localhost:1", "tcp://[::1]:32767", "tcp://*:7010", "tcp://127.0.0.1:*",
        "tcp://shop_1.example-2.net:7010", "tcp://[fe80::1%eth0]:7010", "ipc:///run/shop.sock",
        "inproc://catalog",
    ])
    func `an endpoint is written as it was read`(text: String) throws {
        #expect(try Endpoint(text).description == text)
    }

    @Test(arguments: [
        "", "tcp", "tcp://", "tcp:127.0.0.1:7010", "127.0.0.1:7010", "tcp://127.0.0.1", "tcp://:7010",
        "tcp://127.0.0.1:", "tcp://127.0.0.1:0", "tcp://127.0.0.1:+7010", "tcp://127.0.0.1:32768",
        "tcp://127.0.0.1:99999999999999999999", "udp://127.0.0.1:7010", "inproc://", "ipc://",
        "ipc://" + String(repeating: "x", count: 108), "tcp://a b:7010", "tcp://[::1:7010", "tcp://::1]:7010",
        "tcp://[]:7010", "tcp://a/b:7010", "tcp://a,b:7010", "tcp://**:7010", "tcp://@a:7010", "tcp://ö:7010",
        "tcp://a\n:7010",
    ])
    func `what is no endpoint is refused and named`(text: String) {
        let error = #expect(throws: EndpointError.self) { try Endpoint(text) }
        #expect(error?.description.hasPrefix(text) == true)
    }

    @Test func `replicas stand with commas between`() throws {
        let replicas = try Endpoint.replicas("tcp://127.0.0.1:1,tcp://[::1]:2,ipc:///run/c")
        #expect(replicas.map(\.description) == ["tcp://127.0.0.1:1", "tcp://[::1]:2", "ipc:///run/c"])
    }

    @Test(arguments: [
        "", ",", "tcp://a:1,", "tcp://a:1,,tcp://b:2", "tcp://a:1;tcp://b:2", "tcp://a:1, tcp://b:2",
        "tcp://*:1", "tcp://a:*", "inproc://a", "tcp://a:1,udp://b:2",
    ])
    func `replicas that cannot be called are refused`(text: String) {
        #expect(throws: EndpointError.self) { try Endpoint.replicas(text) }
    }

    @Test(arguments: [
        ("tcp://127.0.0.1:7010", true), ("tcp://127.1.2.3:7010", true), ("tcp://localhost:7010", true),
        ("tcp://[::1]:7010", true), ("ipc:///x", true), ("inproc://x", true), ("tcp://0.0.0.0:7010", false),
        ("tcp://*:7010", false), ("tcp://192.168.0.1:7010", false), ("tcp://127.evil.example:7010", false),
        ("tcp://127.0.0.1.evil.example:7010", false), ("tcp://127.0.0.256:7010", false),
    ])
    func `only loopback is local`(text: String, isLocal: Bool) throws {
        #expect(try Endpoint(text).isLocal == isLocal)
    }
}
