/// What recovery will find in a write-ahead log (https://sqlite.org/fileformat2.html#the_write_ahead_log).
struct LogScan {
    /// Of one frame: which page it holds, and that page's sum.
    struct Frame {
        let page: Int
        let sum: UInt64
    }

    let salts: UInt64
    /// Those up to the last commit.
    private(set) var frames: [Frame] = []

    var committedFrames: Int { frames.count }

    static let headerBytes = 32
    static let frameHeaderBytes = 24

    /// Nil when there is no log in `file`, as after a clean end, or SQLite will not take it for one.
    init?(_ file: VFSFile, pageSize: Int) throws(SQLiteError) {
        let byteCount = try file.byteCount()
        guard byteCount >= Self.headerBytes else { return nil }
        let header = try file.read(Self.headerBytes, at: 0)
        let magic = bigEndian(header, 0)
        guard magic & ~1 == 0x377f_0682, bigEndian(header, 4) == 3_007_000 else { return nil }
        var chain = Chain(isBigEndian: magic & 1 == 1)
        chain.add(header[..<24])
        guard chain.matches(header, 24), bigEndian(header, 8) == UInt32(pageSize) else { return nil }
        salts = Self.salts(header, 16)
        try readFrames(file, pageSize, count: (byteCount - Self.headerBytes) / (24 + pageSize), chain)
    }

    private mutating func readFrames(
        _ file: VFSFile, _ pageSize: Int, count: Int, _ start: Chain
    ) throws(SQLiteError) {
        var chain = start
        var open: [Frame] = []
        let frameBytes = Self.frameHeaderBytes + pageSize
        for index in 0..<count {
            let frame = try file.read(frameBytes, at: Self.headerBytes + index * frameBytes)
            chain.add(frame[..<8])
            chain.add(frame[24...])
            let page = Int(bigEndian(frame, 0))
            guard page > 0, Self.salts(frame, 8) == salts, chain.matches(frame, 16) else { return }
            let sum = unsafe frame.withUnsafeBytes { bytes in
                unsafe pageSum(UnsafeRawBufferPointer(rebasing: bytes[24...]), at: page)
            }
            open.append(Frame(page: page, sum: sum))
            guard bigEndian(frame, 4) != 0 else { continue }
            frames += open
            open = []
        }
    }

    static func salts(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
        UInt64(bigEndian(bytes, offset)) << 32 | UInt64(bigEndian(bytes, offset + 4))
    }
}

/// The running checksum of a log.
private struct Chain {
    let isBigEndian: Bool
    private var sums: (UInt32, UInt32) = (0, 0)

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// - Parameter bytes: a multiple of eight.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 8) {
                sums.0 = unsafe sums.0 &+ word(bytes, offset) &+ sums.1
                sums.1 = unsafe sums.1 &+ word(bytes, offset + 4) &+ sums.0
            }
        }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    func matches(_ bytes: [UInt8], _ offset: Int) -> Bool {
        sums.0 == bigEndian(bytes, offset) && sums.1 == bigEndian(bytes, offset + 4)
    }
}

private func bigEndian(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
}
