/// The file beside a database that knows what its pages must be: a sum of each, and a witness of the log.
///
/// Two slots of the witness are written in turn, so that one is whole whenever the power goes; the sums follow.
@safe final class GuardFile {
    private(set) var witness = LogWitness()
    private let file: VFSFile
    private var writes: UInt64 = 0
    /// As far as it is known.
    private(set) var byteCount = 0
    /// 0 until the guard is armed for the first time.
    private(set) var pageSize = 0

    private static let slotBytes = 512
    private static let sumsStart = 4096

    /// - Throws: when the file is damaged itself.
    init(_ file: VFSFile) throws(SQLiteError) {
        self.file = file
        byteCount = try file.byteCount()
        guard byteCount > 0 else { return }
        let slots = try file.read(2 * Self.slotBytes, at: 0)
        let found = [0, Self.slotBytes].compactMap { Slot(slots[$0..<$0 + Slot.byteCount]) }
        guard let last = found.max(by: { $0.writes < $1.writes }) else {
            throw .damaged("the guard file is damaged")
        }
        (writes, pageSize, witness) = (last.writes, last.pageSize, last.witness)
    }

    func readSums() throws(SQLiteError) -> [UInt64] {
        let count = max(0, try file.byteCount() - Self.sumsStart) / 8
        let bytes = try file.read(count * 8, at: Self.sumsStart)
        return unsafe bytes.withUnsafeBytes { bytes in
            (0..<count).map { unsafe bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
        }
    }

    /// - Parameter page: of the first of the sums, counted from 0.
    func write(_ sums: [UInt64], at page: Int) throws(SQLiteError) {
        let code = unsafe sums.withUnsafeBytes { bytes in
            Result { () throws(SQLiteError) in
                unsafe try write(bytes, at: Self.sumsStart + page * 8)
            }
        }
        try code.get()
    }

    func write(_ witness: LogWitness, pageSize: Int) throws(SQLiteError) {
        let slot = Slot(writes: writes + 1, pageSize: pageSize, witness: witness)
        let written = unsafe slot.words.withUnsafeBytes { bytes in
            Result { () throws(SQLiteError) in
                unsafe try write(bytes, at: Int(slot.writes % 2) * Self.slotBytes)
            }
        }
        try written.get()
        (writes, self.pageSize, self.witness) = (slot.writes, pageSize, witness)
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SQLiteError) {
        unsafe try file.write(bytes, at: offset)
        byteCount = max(byteCount, offset + bytes.count)
    }

    func sync() throws(SQLiteError) { try file.sync() }

    /// Keeps the sums of all pages for the first time. Until all of it is on the disk the file arms nothing.
    func arm(_ sums: [UInt64], pageSize: Int) throws(SQLiteError) {
        try write(LogWitness(), pageSize: 0)
        try sync()
        try write(sums, at: 0)
        try sync()
        try write(LogWitness(), pageSize: pageSize)
        try sync()
    }
}

/// One of the two places of the witness.
private struct Slot {
    let writes: UInt64
    let pageSize: Int
    let witness: LogWitness

    static let byteCount = 80
    private static let magic: UInt64 = 0x3144_5241_5547_5153  // "SQGUARD1"

    init(writes: UInt64, pageSize: Int, witness: LogWitness) {
        (self.writes, self.pageSize, self.witness) = (writes, pageSize, witness)
    }

    /// Nil when it was never written, or is damaged.
    init?(_ bytes: ArraySlice<UInt8>) {
        let words = unsafe bytes.withUnsafeBytes { bytes in
            (0..<Self.byteCount / 8).map {
                unsafe bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)
            }
        }
        guard words[0] == Self.magic, words.last == Self.sum(words.dropLast()) else { return nil }
        writes = words[1]
        pageSize = Int(words[2])
        witness = LogWitness(
            current: .init(salts: words[3], frames: Int(words[4])),
            previous: .init(salts: words[5], frames: Int(words[6])), isEmptied: words[7] != 0)
    }

    var words: [UInt64] {
        let words = [
            Self.magic, writes, UInt64(pageSize), witness.current.salts, UInt64(witness.current.frames),
            witness.previous.salts, UInt64(witness.previous.frames), witness.isEmptied ? 1 : 0, 0,
        ]
        return words + [Self.sum(words[...])]
    }

    private static func sum(_ words: ArraySlice<UInt64>) -> UInt64 {
        unsafe words.withUnsafeBytes { unsafe pageSum($0, at: 0) }
    }
}
