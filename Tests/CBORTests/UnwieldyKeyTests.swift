import Testing

@testable import CBOR

@Suite(.timeLimit(.minutes(1))) struct UnwieldyKeyTests {
    private static func marks(_ count: Int) -> String {
        var text = "a"
        for number in 0..<count { text += number % 2 == 0 ? "\u{301}" : "\u{323}" }
        return text
    }

    private static func item(_ text: String) -> [UInt8] {
        let count = UInt32(text.utf8.count)
        return [0x7A] + withUnsafeBytes(of: count.bigEndian) { Array($0) } + Array(text.utf8)
    }

    /// A map of this one key, as it is, and in one chunk of a string of indefinite length.
    private static func maps(_ key: String) -> [[UInt8]] {
        [[0xA1] + item(key) + [0x01], [0xA1, 0x7F] + item(key) + [0xFF, 0x01]]
    }

    @Test(arguments: [
        marks(31), marks(100_000), String(repeating: "é", count: 513), String(repeating: "a", count: 1025),
    ])
    func `a key that cannot be compared in good time is refused`(key: String) {
        #expect(!KeyForm.isComparable(key) && !KeyForm.isComparable(Array(key.utf8)[...]))
        // One of ASCII alone costs nothing to compare; in chunks it may be longer than is read at once.
        for map in Self.maps(key) {
            #expect(throws: (any Error).self) { try CBORDecoder().decode([String: Int].self, from: map) }
        }
    }

    @Test(arguments: [
        marks(30), "café", String(repeating: "a", count: 1024), String(repeating: "é", count: 512), "",
    ])
    func `others are read`(key: String) throws {
        #expect(KeyForm.isComparable(key) && KeyForm.isComparable(Array(key.utf8)[...]))
        for map in Self.maps(key) {
            #expect(try CBORDecoder().decode([String: Int].self, from: map) == [key: 1])
        }
    }
}
