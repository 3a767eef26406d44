import WireProtocol

@testable import Messaging

/// Events of one stream that set numbers by key.
enum Sample {
    static func event(
        _ sequence: Int64, epoch: String = "one", key: String = "apple", value: Int64 = 0,
        stream: String = "prices"
    ) -> EventMessage {
        EventMessage(
            stream: stream, type: "price.changed", key: key, sequence: sequence, epoch: epoch,
            time: Timestamp(milliseconds: 1_781_870_400_123), source: "replica",
            body: [UInt8]("\(value)".utf8))
    }

    static func events(_ sequences: ClosedRange<Int64>, epoch: String = "one") -> [EventMessage] {
        sequences.map { event($0, epoch: epoch) }
    }

    static func position(_ sequence: Int64, epoch: String = "one") -> StreamPosition {
        StreamPosition(epoch: epoch, sequence: sequence)
    }

    static func entry(_ key: String, _ value: Int64) -> StreamEntry {
        StreamEntry(
            type: "price.changed", key: key, time: Timestamp(milliseconds: 1_781_870_400_123),
            body: [UInt8]("\(value)".utf8))
    }
}

/// Numbers that can be had again: a failing run names its seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
