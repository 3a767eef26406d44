/// What the guard file says of the write-ahead log, so that a log that lost its tail, or is another's, shows.
///
/// A log ends where its chain of checksums breaks; SQLite cannot tell damage there from a commit that never ended.
struct LogWitness: Equatable {
    /// A life of the log: it is begun anew, with other salts, when all of it has gone into the database.
    struct Generation: Equatable {
        /// The two salts of its header, as they stand there.
        var salts: UInt64 = 0
        /// How many frames were synced with a commit at their end.
        var frames = 0
    }

    var current = Generation()
    /// The one before, whose file stands until the current one's first commit.
    var previous = Generation()
    /// Whether all of the current one is in the database, so that its file may be deleted or emptied.
    var isEmptied = false

    /// To be kept before the log gets its header.
    mutating func begin(salts: UInt64) {
        if current.frames > 0 { previous = current }
        current = Generation(salts: salts)
        isEmptied = false
    }

    /// Goes on with a log that was found whole; what was synced may be more than was told of.
    mutating func resume(_ log: LogScan?) {
        guard let log else { return }
        current = Generation(salts: log.salts, frames: log.committedFrames)
        isEmptied = false
    }

    /// Why `log` cannot be the one this tells of; nil when it can.
    func objection(to log: LogScan?) -> SQLiteError? {
        guard let log else {
            return current.frames == 0 || isEmptied ? nil : objection("it is gone", mayBeForeignWork: true)
        }
        if log.salts == current.salts { return current.objection(to: log).map { objection($0) } }
        if current.frames == 0, log.salts == previous.salts {
            return previous.objection(to: log).map { objection($0) }
        }
        return objection("it belongs to another database or time", mayBeForeignWork: true)
    }

    private func objection(_ reason: String, mayBeForeignWork: Bool = false) -> SQLiteError {
        .damaged("the write-ahead log is not what it was, \(reason)", mayBeForeignWork: mayBeForeignWork)
    }
}

extension LogWitness.Generation {
    fileprivate func objection(to log: LogScan) -> String? {
        guard log.committedFrames < frames else { return nil }
        return "of \(frames) pages that were written and confirmed \(log.committedFrames) can be read"
    }
}
