import Contracts
import SQLite
import WireProtocol

/// Changes that wait for the disk together: one transaction, one sync, for as many as came while the last sync
/// ran.
///
/// Each change has a savepoint of its own, so one that is refused leaves its neighbours alone. Nobody is answered
/// before the sync. When the store itself fails (a full disk, an I/O error), all is undone and each change is run
/// again by itself, so that only those are refused that cannot be kept.
struct GroupCommit {
    /// A change with whoever waits for it.
    struct Waiting {
        /// Does the change, inside a transaction; hands back how its caller is answered once it is durable. May run
        /// twice, the first time undone.
        let perform: () throws -> () -> Void
        let refuse: (any Error) -> Void
    }

    private var waiting: [Waiting] = []

    /// Changes that share a sync. More would make the first of them wait longer for its answer than they save.
    private static let most = 64

    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ change: Waiting) { waiting.append(change) }

    /// Makes the oldest changes durable and answers them.
    mutating func commit(in database: Database) {
        let group = Array(waiting.prefix(Self.most))
        waiting.removeFirst(group.count)
        do {
            guard group.count > 1 else { return group.forEach { alone($0, in: database) } }
            for answer in try together(group, in: database) { answer() }
        } catch let error as SQLiteError where error.kind == .busy {
            // All have waited for the lock together: one after the other would wait as long each.
            for change in group { change.refuse(error.atTheEdge) }
        } catch {
            for change in group { alone(change, in: database) }
        }
    }

    /// - Throws: when the store fails, not when a change is refused.
    private func together(_ group: [Waiting], in database: Database) throws -> [() -> Void] {
        try database.transaction {
            try group.map { change in
                do {
                    return try database.transaction(change.perform)
                } catch let error as SQLiteError {
                    throw error
                } catch {
                    return { change.refuse(error) }
                }
            }
        }
    }

    private func alone(_ change: Waiting, in database: Database) {
        do {
            try database.tellingTheEdge { try database.transaction(change.perform) }()
        } catch {
            // It may be in a group that was refused before, and is not certain to be undone.
            change.refuse(database.mayKeepRefused ? Fault.unknownOutcome : error)
        }
    }
}
