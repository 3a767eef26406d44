import FoundationEssentials

/// Random numbers that are the same in each run.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed) }

    mutating func next() -> UInt64 {
        // SplitMix64, https://prng.di.unimi.it/splitmix64.c
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }
}

/// What happens to the files of a store that is not running.
enum Damage: String, CaseIterable, Sendable {
    case flippedBit = "flipped bit"
    case zeroedHalfPage = "torn page (half of it zeros)"
    case oldHalfPage = "torn page (half of it another page's)"
    case cutTail = "cut tail"
    case emptied = "emptied"
    case gone = "gone"
    case older = "an older copy of it"
    case others = "another store's"

    enum Place: String, CaseIterable, Sendable {
        case database, log
        case guardFile = "guard file"
    }

    func happen(
        to files: inout StoreCopies.Files, _ place: Place, from copies: StoreCopies, others: StoreCopies,
        _ numbers: inout SeededNumbers
    ) {
        let (older, other): ([UInt8], [UInt8]) =
            switch place {
            case .database: (copies.older.database, others.killed.database)
            case .log: (copies.shorterLog, others.killed.log ?? [])
            case .guardFile: (copies.older.guardFile, others.killed.guardFile)
            }
        switch place {
        case .database: files.database = damaged(files.database, older, other, &numbers) ?? []
        case .log: files.log = damaged(files.log ?? [], older, other, &numbers)
        case .guardFile: files.guardFile = damaged(files.guardFile, older, other, &numbers) ?? []
        }
    }

    private func damaged(
        _ bytes: [UInt8], _ older: [UInt8], _ others: [UInt8], _ numbers: inout SeededNumbers
    ) -> [UInt8]? {
        var bytes = bytes
        switch self {
        case .flippedBit:
            let bit = Int.random(in: 0..<bytes.count * 8, using: &numbers)
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        case .zeroedHalfPage, .oldHalfPage:
            let half = 2048
            let start = Int.random(in: 0..<bytes.count / half, using: &numbers) * half
            let source = Int.random(in: 0..<bytes.count / half, using: &numbers) * half
            let end = min(start + half, bytes.count, bytes.count - source + start)
            let piece =
                self == .oldHalfPage
                ? Array(bytes[source..<source + end - start]) : [UInt8](repeating: 0, count: end - start)
            bytes.replaceSubrange(start..<end, with: piece)
        case .cutTail: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &numbers))
        case .emptied: return []
        case .gone: return nil
        case .older: return older
        case .others: return others
        }
        return bytes
    }
}
