import CBOR
import Testing

@Suite struct NumberTests {
    @Test func `every half goes there and back`() throws {
        var lost: [UInt16] = []
        for bits in UInt16.min ... .max {
            let bytes = [0xF9, UInt8(bits >> 8), UInt8(truncatingIfNeeded: bits)]
            let number = try CBORDecoder().decode(Double.self, from: bytes)
            let isNaN = bits & 0x7C00 == 0x7C00 && bits & 0x3FF != 0
            let again = try CBOREncoder().encode(number)
            if number.isNaN != isNaN || !isNaN && again != bytes { lost.append(bits) }
        }
        #expect(lost.isEmpty)
    }

    @Test func `random numbers keep their bits, in the shortest form that does`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let double = Double(bitPattern: generator.next())
            guard !double.isNaN else { continue }
            let bytes = try CBOREncoder().encode(double)
            #expect(try CBORDecoder().decode(Double.self, from: bytes).bitPattern == double.bitPattern)
            let single = Float(bitPattern: generator.next())
            guard !single.isNaN else { continue }
            let short = try CBOREncoder().encode(single)
            #expect(short.count <= 5)
            #expect(try CBORDecoder().decode(Float.self, from: short).bitPattern == single.bitPattern)
        }
    }

    @Test func `a number that a single cannot hold is refused`() {
        #expect(throws: DecodingError.self) {
            try CBORDecoder().decode(Float.self, from: hex("fb 7e 37 e4 3c 88 00 75 9c"))
        }
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func `what JSON lacks can be refused`(number: Double) throws {
        #expect(throws: EncodingError.self) {
            try CBOREncoder(allowsNonFiniteNumbers: false).encode(["a": number])
        }
        let bytes = try CBOREncoder().encode([number])
        #expect(throws: DecodingError.self) {
            try CBORDecoder(allowsNonFiniteNumbers: false).decode([Double].self, from: bytes)
        }
    }
}
