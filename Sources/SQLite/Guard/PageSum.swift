/// 64 bits that tell a page from what it becomes when any of its bits turn, and from the same bytes at another place.
///
/// Four sums side by side, as a processor multiplies several numbers at once; each step can be undone, so one wrong
/// word always shows. Never 0, which stands for a page whose sum is not known.
func pageSum(_ page: UnsafeRawBufferPointer, at number: Int) -> UInt64 {
    var sums = (seed, seed &+ 1, seed &+ 2, UInt64(truncatingIfNeeded: number))
    var offset = 0
    while offset + 32 <= page.count {
        sums.0 = mixed(sums.0, unsafe page.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        sums.1 = mixed(sums.1, unsafe page.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
        sums.2 = mixed(sums.2, unsafe page.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
        sums.3 = mixed(sums.3, unsafe page.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
        offset += 32
    }
    while offset < page.count {
        sums.0 = mixed(sums.0, UInt64(unsafe page[offset]))
        offset += 1
    }
    let sum = mixed(mixed(mixed(sums.0, sums.1), sums.2), sums.3)
    return max(1, sum ^ sum >> 31)
}

/// Any number does; this one is 2⁶⁴ divided by the golden ratio, as is usual.
private let seed: UInt64 = 0x9e37_79b9_7f4a_7c15

@inline(__always)
private func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let next = sum ^ word
    return (next << 29 | next >> 35) &* seed
}
