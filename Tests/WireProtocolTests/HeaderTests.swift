import Testing
import WireProtocol

private func header(_ kind: Header.Kind, _ change: (inout Header) -> Void = { _ in }) -> Header {
    var header = Header(kind)
    change(&header)
    return header
}

private func bytes(_ lines: String...) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }

@Suite struct HeaderTests {
    /// What travels, byte for byte, and the value it is.
    private static let golden: [(String, Header)] = [
        ("SHOP/1 REQ pricing.quote", header(.request(method: "pricing.quote"))),
        (
            "SHOP/1 REQ $sys.ping\nid: 1\nttl: 250",
            header(.request(method: "$sys.ping")) {
                $0.id = "1"
                $0.ttlMilliseconds = 250
            }
        ),
        (
            "SHOP/1 REQ checkout.place\nid: c-42\nkey: order#7/a:b\nttl: 60000"
                + "\ntraceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\ntracestate: a=1, b=2",
            header(.request(method: "checkout.place")) {
                $0.id = "c-42"
                $0.key = "order#7/a:b"
                $0.ttlMilliseconds = 60_000
                $0.traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
                $0.tracestate = "a=1, b=2"
            }
        ),
        (
            "SHOP/1 REP ok\nid: 1\ninst: pricing-1\nq: 12\nsvc: 340",
            header(.reply) {
                $0.id = "1"
                $0.instance = "pricing-1"
                $0.waitedMicroseconds = 12
                $0.workedMicroseconds = 340
            }
        ),
        (
            "SHOP/1 ERR resource_exhausted\nid: 9\nretry-after: 50",
            header(.fault(.resourceExhausted)) {
                $0.id = "9"
                $0.retryAfterMilliseconds = 50
            }
        ),
        ("SHOP/1 CAN\nid: 9", header(.cancel) { $0.id = "9" }),
        (
            "SHOP/1 EVT price.changed\nid: e1\nstream: prices\nepoch: 7f3a\nseq: 41"
                + "\ntime: 2026-06-19T12:00:00.123Z\nsrc: pricing-1",
            header(.event(type: "price.changed")) {
                $0.id = "e1"
                $0.stream = "prices"
                $0.epoch = "7f3a"
                $0.sequence = 41
                $0.time = Timestamp(rfc3339: "2026-06-19T12:00:00.123Z")
                $0.source = "pricing-1"
            }
        ),
        (
            "SHOP/1 HBT\nstream: prices\nepoch: 7f3a\nseq: 41",
            header(.heartbeat) {
                $0.stream = "prices"
                $0.epoch = "7f3a"
                $0.sequence = 41
            }
        ),
    ]

    @Test(arguments: golden) func `the bytes and the value are the same`(text: String, value: Header) throws {
        let parsed = try Header(parsing: Array(text.utf8))
        #expect(parsed == value)
        let written = try value.encoded()
        #expect(String(decoding: written, as: UTF8.self) == text)
    }

    @Test(arguments: Status.allCases) func `every status is its word`(status: Status) throws {
        let parsed = try Header(parsing: bytes("SHOP/1 ERR \(status.rawValue)"))
        #expect(parsed == Header(.fault(status)))
    }

    /// What is read alike though it is not written so here.
    @Test(arguments: [
        "SHOP/1 REQ a.b\r\nid: 7\r\n",
        "SHOP/1 REQ a.b\nid:7",
        "SHOP/1 REQ a.b\nid:   7  \n",
        "SHOP/1 REQ a.b\nid: 7\nct: application/json\n",
        "SHOP/1 REQ a.b\nx-new: what: ever\nid: 7\nID: 8\nprio: ä\n\n",
    ]) func `other ways to write the same`(text: String) throws {
        let parsed = try Header(parsing: Array(text.utf8))
        #expect(parsed == header(.request(method: "a.b")) { $0.id = "7" })
    }

    @Test(
        arguments: [
            (nil, 5000), ("0", 0), ("250", 250), ("60000", 60_000), ("60001", 60_000),
            ("99999999999999999999999999", 60_000),
        ] as [(String?, Int)]) func `the caller's patience is bounded`(ttl: String?, patience: Int) throws
    {
        let parsed = try Header(parsing: bytes("SHOP/1 REQ a.b", ttl.map { "ttl: \($0)" } ?? ""))
        #expect(parsed.patienceMilliseconds == patience)
    }

    private static let long = String(repeating: "x", count: 9000)
    private static let malformed: [([UInt8], HeaderError)] = [
        ([], HeaderError(.notShop)),
        (bytes("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), HeaderError(.notShop)),
        (bytes("shop/1 REQ a.b"), HeaderError(.notShop)),
        (bytes("SHOP/2 REQ a.b\nid: 7"), HeaderError(.unsupportedVersion("SHOP/2"))),
        (bytes("SHOP/11 REQ a.b"), HeaderError(.unsupportedVersion("SHOP/11"))),
        (bytes("SHOP/\(long.prefix(100))"), HeaderError(.unsupportedVersion("SHOP/xxxxxxxxxxx"))),
        (bytes("SHOP/1"), HeaderError(.badStartLine)),
        (bytes("SHOP/1 REQ"), HeaderError(.badStartLine)),
        (bytes("SHOP/1 REQ "), HeaderError(.badStartLine)),
        (bytes("SHOP/1 REQ a.b c"), HeaderError(.badStartLine)),
        (bytes("SHOP/1 REQ a.b "), HeaderError(.badStartLine)),
        (bytes("SHOP/1  REQ a.b"), HeaderError(.badStartLine)),
        (bytes("SHOP/1 REQ é"), HeaderError(.badStartLine)),
        (bytes("SHOP/1 REQ \(long.prefix(129))"), HeaderError(.badStartLine)),
        (bytes("SHOP/1 REP"), HeaderError(.badStartLine)),
        (bytes("SHOP/1 REP fine"), HeaderError(.badStartLine)),
        (bytes("SHOP/1 ERR"), HeaderError(.badStartLine)),
        (bytes("SHOP/1 CAN now"), HeaderError(.badStartLine)),
        (bytes("SHOP/1 PUT a.b"), HeaderError(.badStartLine)),
        (bytes("SHOP/1 REQ a.b\nwhat\nid: 7"), HeaderError(.badLine, id: "7")),
        (bytes("SHOP/1 REQ a.b\n: what\nid: 7"), HeaderError(.badLine, id: "7")),
        (bytes("SHOP/1 REQ a.b\nid: 7\nid: 8"), HeaderError(.repeated("id"), id: "7")),
        (
            bytes("SHOP/1 REQ a.b\nid: "),
            HeaderError(.badValue(name: "id", expected: "1 to 64 visible characters"))
        ),
        (
            bytes("SHOP/1 REQ a.b\nid: \(long.prefix(65))"),
            HeaderError(.badValue(name: "id", expected: "1 to 64 visible characters"))
        ),
        (
            bytes("SHOP/1 REQ a.b\nid: 7 8"),
            HeaderError(.badValue(name: "id", expected: "1 to 64 visible characters"))
        ),
        (
            bytes("SHOP/1 REQ a.b\nkey: \(long.prefix(129))\nid: 7"),
            HeaderError(.badValue(name: "key", expected: "1 to 128 visible characters"), id: "7")
        ),
        (
            bytes("SHOP/1 REQ a.b\nkey: ü\nid: 7"),
            HeaderError(.badValue(name: "key", expected: "1 to 128 visible characters"), id: "7")
        ),
        (bytes("SHOP/1 REQ a.b\nttl: -1"), HeaderError(.badValue(name: "ttl", expected: "a whole number"))),
        (bytes("SHOP/1 REQ a.b\nttl: 1.5"), HeaderError(.badValue(name: "ttl", expected: "a whole number"))),
        (bytes("SHOP/1 REQ a.b\nttl:"), HeaderError(.badValue(name: "ttl", expected: "a whole number"))),
        (
            bytes("SHOP/1 REQ a.b\nct: text/xml\nid: 7"),
            HeaderError(.unknownContentType("text/xml"), id: "7")
        ),
        (
            bytes("SHOP/1 EVT a.b\ntime: now"),
            HeaderError(.badValue(name: "time", expected: "an RFC 3339 time"), expectsAnswer: false)
        ),
        (bytes("SHOP/1 CAN\nwhat"), HeaderError(.badLine, expectsAnswer: false)),
        (bytes("SHOP/1 REQ a.b\nx: a\0b"), HeaderError(.controlCharacter)),
        (bytes("SHOP/1 REQ a.b\nx: a\tb"), HeaderError(.controlCharacter)),
        (bytes("SHOP/1 REQ a.b\nx: a\rb"), HeaderError(.controlCharacter)),
        (bytes("SHOP/1 REQ a.b\r"), HeaderError(.controlCharacter)),
        (bytes("SHOP/1 REQ a.b\nx: a\u{7F}b"), HeaderError(.controlCharacter)),
        (bytes("SHOP/1 REQ a.b\nx: a\u{85}b"), HeaderError(.controlCharacter)),
        (bytes("SHOP/1 REQ a.b\nx: ") + [0xFF, 0xFE], HeaderError(.notUTF8)),
        (bytes("SHOP/1 REQ a.b\nx: \(long)"), HeaderError(.tooLong)),
    ]

    @Test(arguments: malformed) func `a malformed header says what is wrong`(
        frame: [UInt8], error: HeaderError
    ) {
        #expect(throws: error) { try Header(parsing: frame) }
        #expect(error.fault.status == .invalidArgument)
        #expect(error.fault.code == "invalid_request")
        #expect(!error.fault.message.isEmpty)
    }

    @Test(arguments: [
        header(.request(method: "a b")),
        header(.request(method: "")),
        header(.request(method: "a.b\nkey: stolen")),
        header(.event(type: "")),
        header(.reply) { $0.id = "" },
        header(.reply) { $0.id = "1\nkey: stolen" },
        header(.reply) { $0.key = "two words" },
        header(.reply) { $0.instance = "a\nb" },
        header(.reply) { $0.tracestate = "a\u{85}b" },
        header(.reply) { $0.tracestate = String(repeating: "x", count: 8192) },
    ]) func `what would read as something else is not written`(header: Header) {
        #expect(throws: HeaderError.self) { try header.encoded() }
    }

    @Test func `random bytes never do more than throw`() {
        var generator = SystemRandomNumberGenerator()
        for round in 0..<5000 {
            var frame = round.isMultiple(of: 2) ? bytes("SHOP/1 REQ a.b\nid: 7\nttl: 5") : []
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                let byte = UInt8.random(in: .min ... .max, using: &generator)
                if frame.isEmpty || Bool.random() {
                    frame.append(byte)
                } else {
                    frame[Int.random(in: frame.indices, using: &generator)] = byte
                }
            }
            let parsed = try? Header(parsing: frame)
            if let parsed { #expect((try? parsed.encoded()) != nil) }
        }
    }
}
