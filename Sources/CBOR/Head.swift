/// The first bytes of an item: its major type and its argument (RFC 8949, section 3).
struct Head {
    let major: UInt8
    /// A number, a length or bits; 0 for an indefinite length.
    let argument: UInt64
    let isIndefinite: Bool
    /// Where the head ends.
    let end: Int

    /// Nil where the bytes end within the head, and for a reserved one.
    @inline(__always)
    init?(_ bytes: [UInt8], at offset: Int) {
        guard offset < bytes.count else { return nil }
        let first = bytes[offset]
        let information = first & 0x1F
        if information < 24 {
            self.init(first, UInt64(information), end: offset + 1)
        } else {
            self.init(first, followedBy: bytes, at: offset + 1)
        }
    }

    private init(_ first: UInt8, _ argument: UInt64, isIndefinite: Bool = false, end: Int) {
        major = first >> 5
        self.argument = argument
        self.isIndefinite = isIndefinite
        self.end = end
    }

    @inline(never)
    private init?(_ first: UInt8, followedBy bytes: [UInt8], at start: Int) {
        let count: Int
        switch first & 0x1F {
        case 24: count = 1
        case 25: count = 2
        case 26: count = 4
        case 27: count = 8
        case 31:
            self.init(first, 0, isIndefinite: true, end: start)
            return
        default: return nil
        }
        guard count <= bytes.count - start else { return nil }
        var argument: UInt64 = 0
        for place in start..<start + count { argument = argument << 8 | UInt64(bytes[place]) }
        self.init(first, argument, end: start + count)
    }

    /// The bytes of a string that is known to be whole.
    var contents: Range<Int> { end..<end + Int(argument) }
}
