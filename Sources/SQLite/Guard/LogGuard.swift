/// Knows the frames of the write-ahead log as they were written, and how far they are synced.
struct LogGuard {
    /// Those that are written, and some behind them that were given up; what is not known has page 0.
    private var frames: [LogScan.Frame]
    private var header: (frame: Int, page: Int, isCommit: Bool) = (-1, 0, false)
    /// Frames up to the last commit that is written.
    private var committed: Int
    /// Frames up to the last commit that is synced.
    private(set) var durable: Int
    private let pageSize: Int

    /// - Parameter scan: what a log holds that is there already.
    init(_ scan: LogScan? = nil, pageSize: Int) {
        frames = scan?.frames ?? []
        committed = frames.count
        durable = frames.count
        self.pageSize = pageSize
    }

    private var frameBytes: Int { LogScan.frameHeaderBytes + pageSize }

    /// Where the first frame starts that is not synced with its commit.
    var end: Int { LogScan.headerBytes + durable * frameBytes }

    /// The pages whose last version is here and perhaps not in the database yet.
    var pages: Set<Int> { Set(frames.prefix(durable).map(\.page)) }

    mutating func empty() { self = LogGuard(pageSize: pageSize) }

    mutating func wrote(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        let place = offset - LogScan.headerBytes
        guard place >= 0 else { return }
        let frame = place / frameBytes
        switch (place % frameBytes, bytes.count) {
        case (0, LogScan.frameHeaderBytes):
            let page = unsafe UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
            let isCommit = unsafe bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) != 0
            header = (frame, Int(page), isCommit)
        case (LogScan.frameHeaderBytes, pageSize):
            let page = header.frame == frame ? header.page : self.page(of: frame)
            unsafe set(LogScan.Frame(page: page, sum: pageSum(bytes, at: page)), at: frame)
            if header.frame == frame, header.isCommit { committed = frame + 1 }
        default:
            if frame < frames.count { frames[frame] = LogScan.Frame(page: 0, sum: 0) }
        }
    }

    private func page(of frame: Int) -> Int { frame < frames.count ? frames[frame].page : 0 }

    private mutating func set(_ known: LogScan.Frame, at frame: Int) {
        while frames.count <= frame { frames.append(LogScan.Frame(page: 0, sum: 0)) }
        frames[frame] = known
    }

    /// What is known of the page of which so many bytes stand there; nil when that is nothing.
    func frame(at offset: Int, byteCount: Int) -> LogScan.Frame? {
        let place = offset - LogScan.headerBytes
        guard place >= 0, place % frameBytes == LogScan.frameHeaderBytes, byteCount == pageSize else {
            return nil
        }
        let frame = place / frameBytes
        return frame < frames.count && frames[frame].page > 0 ? frames[frame] : nil
    }

    /// - Returns: whether there is more now that is synced.
    mutating func synced() -> Bool {
        defer { durable = committed }
        return committed > durable
    }

    /// Gives up what was written and could not be synced.
    mutating func giveUp() { committed = durable }
}
