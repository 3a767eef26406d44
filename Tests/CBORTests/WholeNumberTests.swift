import CBOR
import Testing

@Suite struct WholeNumberTests {
    private func read<Value: Decodable>(_ type: Value.Type, _ bytes: String) -> Value? {
        try? CBORDecoder().decode(type, from: hex(bytes))
    }

    @Test func `each width has its range`() {
        #expect(read(Int8.self, "18 7f") == 127)
        #expect(read(Int8.self, "18 80") == nil)
        #expect(read(Int8.self, "38 7f") == -128)
        #expect(read(Int8.self, "38 80") == nil)
        #expect(read(UInt8.self, "18 ff") == 255)
        #expect(read(UInt8.self, "19 01 00") == nil)
        #expect(read(UInt8.self, "20") == nil)
        #expect(read(Int16.self, "39 7f ff") == -32768)
        #expect(read(Int16.self, "19 80 00") == nil)
        #expect(read(UInt16.self, "19 ff ff") == 65535)
        #expect(read(Int32.self, "3a 7f ff ff ff") == .min)
        #expect(read(UInt32.self, "1a ff ff ff ff") == .max)
        #expect(read(UInt32.self, "1b 00 00 00 01 00 00 00 00") == nil)
        #expect(read(Int64.self, "1b 7f ff ff ff ff ff ff ff") == .max)
        #expect(read(Int64.self, "1b 80 00 00 00 00 00 00 00") == nil)
        #expect(read(Int64.self, "3b 7f ff ff ff ff ff ff ff") == .min)
        #expect(read(Int64.self, "3b 80 00 00 00 00 00 00 00") == nil)
        #expect(read(UInt64.self, "1b ff ff ff ff ff ff ff ff") == .max)
        #expect(read(UInt64.self, "20") == nil)
        #expect(read(Int.self, "1b 00 00 00 00 00 00 00 07") == 7)
    }

    @Test(arguments: [
        ("f9 42 00", 3), ("fa 40 40 00 00", 3), ("fb 40 08 00 00 00 00 00 00", 3), ("f9 80 00", 0),
        ("fb c0 24 00 00 00 00 00 00", -10),
    ]) func `a whole number may be written as another kind of number`(bytes: String, value: Int) {
        #expect(read(Int.self, bytes) == value)
        #expect(read(Int8.self, bytes).map(Int.init) == value)
    }

    @Test(arguments: [
        "f9 43 00", "fb 7e 37 e4 3c 88 00 75 9c", "f9 7c 00", "f9 7e 00", "61 33", "f5", "f6", "41 03",
        "81 03",
        "c2 41 03",
    ]) func `what has no whole value in range is none`(bytes: String) {
        #expect(read(Int.self, bytes) == nil)
    }

    @Test(arguments: [
        Int64.min, -1 << 32, -65537, -256, -25, -24, -1, 0, 23, 24, 255, 256, 65535, 65536, .max,
    ])
    func `the shortest form is written`(value: Int64) throws {
        let bytes = try CBOREncoder().encode(value)
        #expect(try CBORDecoder().decode(Int64.self, from: bytes) == value)
        let magnitude = value < 0 ? UInt64(bitPattern: ~value) : UInt64(value)
        let length =
            magnitude < 24
            ? 1 : magnitude < 1 << 8 ? 2 : magnitude < 1 << 16 ? 3 : magnitude < 1 << 32 ? 5 : 9
        #expect(bytes.count == length)
    }
}
