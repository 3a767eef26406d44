/// RFC 4648 section 5 without padding.
///
/// Not libsodium's: for others' sake it takes the same time for all bytes, ten times as long, and these are sealed.
enum Base64URL {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The six bits of each letter.
    private static let bits: [UInt8] = {
        var bits = [UInt8](repeating: noLetter, count: 256)
        for (value, letter) in letters.enumerated() { bits[Int(letter)] = UInt8(value) }
        return bits
    }()
    private static let noLetter: UInt8 = 0xFF

    static func encode(_ bytes: [UInt8]) -> String {
        let letters = Self.letters
        let count = (bytes.count * 8 + 5) / 6
        return unsafe String(unsafeUninitializedCapacity: count) { room in
            var (written, buffer, waiting) = (0, 0 as UInt32, 0 as UInt32)
            for byte in bytes {
                buffer = buffer << 8 | UInt32(byte)
                waiting += 8
                while waiting >= 6 {
                    waiting -= 6
                    unsafe room[written] = letters[Int(buffer >> waiting & 63)]
                    written += 1
                }
            }
            if waiting > 0 { unsafe room[written] = letters[Int(buffer << (6 - waiting) & 63)] }
            return count
        }
    }

    /// Nil for anything but canonical text: a stray character or bits that no byte uses make it another text.
    static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let bits = Self.bits
        var isCanonical = true
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: text.count * 6 / 8) { room, written in
            var (buffer, waiting) = (0 as UInt32, 0 as UInt32)
            for place in text.indices {
                let six = unsafe bits[Int(text[place])]
                isCanonical = isCanonical && six != noLetter
                buffer = buffer << 6 | UInt32(six & 63)
                waiting += 6
                guard waiting >= 8 else { continue }
                waiting -= 8
                unsafe room[written] = UInt8(truncatingIfNeeded: buffer >> waiting)
                written += 1
            }
            isCanonical = isCanonical && waiting < 6 && buffer & (1 << waiting - 1) == 0
        }
        return isCanonical ? bytes : nil
    }
}
