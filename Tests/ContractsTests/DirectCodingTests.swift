import CBOR
import Contracts
import Testing
import WireProtocol

/// The messages that write and read themselves do so exactly as the general coder would.
@Suite struct DirectCodingTests {
    private static let general = CBOREncoder(usesDirectCoding: false)
    private static let generalDecoder = CBORDecoder(usesDirectCoding: false)
    private static let direct = CBOREncoder()
    private static let directDecoder = CBORDecoder()

    private func expectSame<Value: Codable & Equatable>(_ value: Value) throws {
        let bytes = try Self.direct.encode(value)
        #expect(try Self.general.encode(value) == bytes)
        #expect(try Self.directDecoder.decode(Value.self, from: bytes) == value)
        #expect(try Self.generalDecoder.decode(Value.self, from: bytes) == value)
    }

    @Test func `random baskets and quotes are the same in both layers`() throws {
        var random = RandomQuotes()
        for _ in 0..<300 {
            try expectSame(random.basket())
            try expectSame(random.quote())
            try expectSame(SealedQuote(quote: random.quote(), customer: random.optionalText()))
        }
    }

    /// What a decoder makes of bytes: a value, or an error in words.
    private func outcome<Value: Codable & Equatable>(
        _ decoder: CBORDecoder, _ type: Value.Type, _ bytes: [UInt8]
    ) -> (value: Value?, error: String) {
        do {
            return (try decoder.decode(type, from: bytes), "")
        } catch {
            return (nil, "\(error)")
        }
    }

    private func expectSameOutcome<Value: Codable & Equatable>(_ type: Value.Type, _ bytes: [UInt8]) -> Bool {
        let mine = outcome(Self.directDecoder, type, bytes)
        let other = outcome(Self.generalDecoder, type, bytes)
        return mine.value == other.value && mine.error == other.error
    }

    private func expectSameMutants<Value: Codable & Equatable>(_ value: Value) throws {
        let bytes = try Self.direct.encode(value)
        for length in bytes.indices {
            #expect(expectSameOutcome(Value.self, Array(bytes[..<length])))
            #expect(throws: (any Error).self) {
                try Self.directDecoder.decode(Value.self, from: Array(bytes[..<length]))
            }
        }
        var differing: [Int] = []
        for position in bytes.indices {
            var changed = bytes
            for byte: UInt8 in [
                0, 1, 0x17, 0x18, 0x20, 0x5F, 0x60, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC0, 0xF5, 0xF6, 0xFF,
            ] {
                for flipped in [byte, bytes[position] ^ (1 << (byte & 7))] {
                    changed[position] = flipped
                    if !expectSameOutcome(Value.self, changed) { differing.append(position) }
                }
            }
        }
        #expect(differing.isEmpty)
    }

    @Test func `a changed basket is the same value or the same error in both layers`() throws {
        try expectSameMutants(RandomQuotes.sampleBasket)
    }

    @Test func `a changed quote is the same value or the same error in both layers`() throws {
        try expectSameMutants(RandomQuotes.sampleQuote)
    }

    @Test func `an amount beyond the range is refused with its code`() throws {
        let bytes = try CBOREncoder().encode(Why(what: "tax", before: 1, after: Amount(1 << 53)))
        let fault = #expect(throws: Fault.self) { try WireCoding(.cbor).decode(Why.self, from: bytes) }
        #expect(fault?.code == "amount_too_large")
        #expect(fault?.details.map(\.field) == ["after"])
    }
}
