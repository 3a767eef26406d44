import Checkout
import WireProtocol

/// Eight bytes that stand for a long text in an index: FNV-1a, 64 bits.
///
/// A small index of whole numbers costs fewer pages per commit than one of texts. Two texts may share a short
/// key, so whoever looks one up compares the text in the row as well.
func shortKey(_ text: String) -> Int64 {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
        (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    return Int64(bitPattern: hash)
}

/// As the short key of a text, for a quote: its expiry comes first, so that quotes which are placed together lie
/// together in an index, then some bits of its id.
func shortKey(_ quote: QuoteReference) -> Int64 {
    quote.expiresAt.milliseconds << 20 | shortKey(quote.id) & 0xF_FFFF
}
