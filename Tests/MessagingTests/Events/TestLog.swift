@testable import Messaging

/// A log in memory, which outlives its publishers as a database would.
actor TestLog: EventLog {
    private var entries: [StreamEntry] = []
    private let epoch = "store"

    func position() -> StreamPosition {
        StreamPosition(epoch: epoch, sequence: Int64(entries.count))
    }

    func events(after sequence: Int64, limit: Int) -> [LoggedEvent] {
        entries.enumerated().dropFirst(Int(sequence)).prefix(limit).map { index, entry in
            LoggedEvent(sequence: Int64(index + 1), entry)
        }
    }

    /// - Returns: its number.
    func commit(_ entry: StreamEntry) -> Int64 {
        entries.append(entry)
        return Int64(entries.count)
    }
}
