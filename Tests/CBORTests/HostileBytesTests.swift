import CBOR
import FoundationEssentials
import Testing

/// Whatever a peer sends is a value or an error.
@Suite struct HostileBytesTests {
    private struct Sample: Codable {
        var name: String
        var count: UInt16?
        var price: Double
        var list: [Sample]
        var words: [String: [String]]?
        var blob: Data?
        var flag: Bool?
    }

    private static let sample = Sample(
        name: "Gr\u{fc}n", count: 700, price: 1.1,
        list: [
            Sample(name: "twenty-four letters here", price: -0.5, list: [], words: ["a": [""], "cc": []])
        ],
        blob: Data([1, 2]), flag: true)

    private static func samples() throws -> [[UInt8]] {
        [
            try CBOREncoder().encode(sample),
            hex("bf 64 6e616d65 7f 61 61 62 c3bc ff 65 7072696365 c1 fa 40000000 64 6c697374 9f ff ff"),
            hex("9f 01 20 f9 3c00 5f 41 01 ff a1 01 bf 60 f7 ff d9 0102 82 f4 f5 3b 00000000000000ff ff"),
        ]
    }

    /// - Returns: what the bytes are as any item.
    @discardableResult
    private func feed(_ bytes: [UInt8]) -> Item? {
        _ = try? CBORDecoder().decode(Sample.self, from: bytes)
        return try? CBORDecoder().decode(Item.self, from: bytes)
    }

    /// What has been read can be written, and read again as the same.
    private func expectLasting(_ item: Item) {
        let again = try? CBORDecoder().decode(Item.self, from: CBOREncoder().encode(item))
        if !Self.holdsNaN(item) { #expect(again == item) }
    }

    private static func holdsNaN(_ item: Item) -> Bool {
        switch item {
        case .number(let number): number.isNaN
        case .list(let items): items.contains(where: holdsNaN)
        case .map(let map): map.values.contains(where: holdsNaN)
        default: false
        }
    }

    @Test func `no truncation is a message`() throws {
        for bytes in try Self.samples() {
            #expect(feed(bytes) != nil)
            for length in bytes.indices { #expect(feed(Array(bytes[..<length])) == nil) }
        }
    }

    @Test func `every change of a single byte is a value or an error`() throws {
        let samples = try Self.samples()
        for bytes in samples.dropLast() {
            Self.changes(of: bytes) { _ = try? CBORDecoder().decode(Sample.self, from: $0) }
        }
        Self.changes(of: samples[2]) { _ = try? CBORDecoder().decode(Item.self, from: $0) }
    }

    private static func changes(of bytes: [UInt8], _ feed: ([UInt8]) -> Void) {
        for position in bytes.indices {
            var changed = bytes
            for byte in UInt8.min ... .max {
                changed[position] = byte
                feed(changed)
            }
        }
    }

    /// `CBOR_MUTANTS` says how many, for a long run.
    @Test func `random mutants are values or errors`() throws {
        let wanted = ProcessInfo.processInfo.environment["CBOR_MUTANTS"].flatMap { Int($0) } ?? 10_000
        var mutants = Mutants(of: try Self.samples(), seed: UInt64(wanted))
        for _ in 0..<wanted {
            if let item = feed(mutants.next()) { expectLasting(item) }
        }
    }
}

/// Messages with a few random changes: bytes replaced, put in, left out, repeated, or two messages spliced.
private struct Mutants {
    private let samples: [[UInt8]]
    private var state: UInt64

    init(of samples: [[UInt8]], seed: UInt64) {
        self.samples = samples
        state = seed
    }

    /// Steele and others' SplitMix64: the same mutants in every run.
    private mutating func random(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(max(limit, 1)))
    }

    mutating func next() -> [UInt8] {
        var bytes = samples[random(below: samples.count)]
        for _ in 0...random(below: 4) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = random(below: bytes.count)
        let end = min(bytes.count, place + random(below: 12))
        let byte = UInt8(random(below: 256))
        switch random(below: 6) {
        case 0 where place < bytes.count: bytes[place] = byte
        case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8(random(below: 8))
        case 2: bytes.insert(byte, at: place)
        case 3: bytes.removeSubrange(place..<end)
        case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
        default: bytes = bytes[..<place] + samples[random(below: samples.count)].suffix(random(below: 40))
        }
    }
}
