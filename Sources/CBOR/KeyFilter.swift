/// Tells cheaply that keys are surely distinct; what it doubts is compared with the others.
struct KeyFilter {
    private var seen: (UInt64, UInt64) = (0, 0)

    /// - Returns: whether the key may be one of the earlier ones.
    mutating func insert(_ bytes: [UInt8], _ key: Range<Int>) -> Bool {
        guard let last = key.last else { return true }
        let (first, middle) = (UInt(bytes[key.lowerBound]), UInt(bytes[key.lowerBound + key.count / 2]))
        let mix = (first &* 31 &+ middle) &* 31 &+ UInt(bytes[last]) &* 7 &+ UInt(key.count) &* 13
        let bits: (UInt64, UInt64) = (1 << UInt64(mix & 63), 1 << UInt64(mix >> 6 & 63))
        defer { seen = (seen.0 | bits.0, seen.1 | bits.1) }
        return seen.0 & bits.0 != 0 && seen.1 & bits.1 != 0
    }

    /// The place of the first key that stands there for the second time: as the same text to Unicode, which has
    /// several ways to write some (`é` is one letter, or two).
    static func firstRepeated(_ keys: [ArraySlice<UInt8>]) -> Int? {
        // Hashed, so that a hostile map of many keys costs no more than its length.
        if keys.allSatisfy({ $0.isASCII }) {
            var seen = Set<ArraySlice<UInt8>>()
            return keys.firstIndex { !seen.insert($0).inserted }
        }
        var seen = Set<String>()
        return keys.firstIndex { !seen.insert(String(decoding: $0, as: UTF8.self)).inserted }
    }
}

extension ArraySlice<UInt8> {
    var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
