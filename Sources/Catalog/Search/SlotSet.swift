/// A set of slots, one bit for each.
struct SlotSet {
    private var bits: [UInt64]

    init(_ slots: [Int], capacity: Int) {
        bits = Array(repeating: 0, count: capacity / 64 + 1)
        for slot in slots where slot < capacity { bits[slot / 64] |= 1 << UInt64(slot % 64) }
    }

    func contains(_ slot: Int) -> Bool { bits[slot / 64] & (1 << UInt64(slot % 64)) != 0 }
}
