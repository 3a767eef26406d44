import Contracts
import SQLite
import WireProtocol

extension SQLiteError {
    /// What goes to the edge: `store_unavailable` where a later try may succeed (disk full, read-only, I/O, busy),
    /// `store_damaged` where none will, else the error itself, which is a defect and is logged there.
    var atTheEdge: any Error {
        switch kind {
        case .full, .ioError, .readOnly, .busy: Fault.storeUnavailable
        case .unknownOutcome: Fault.unknownOutcome
        case .corrupt: Fault.storeDamaged(unreadable: unreadable)
        case .constraint, .other: self
        }
    }
}

extension Database {
    /// Runs `body` so that only what the edge knows leaves it, and damage that shows is taken note of.
    func tellingTheEdge<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as SQLiteError {
            note(error)
            throw error.atTheEdge
        }
    }

    /// What every store does now and then beside the calls: sees whether changes can be kept and the file is whole, and
    /// gives back the room of a log that has grown.
    func tend() {
        checkWritability()
        checkPages(most: mostPagesAtOnce)
        cutLongLog()
    }
}

/// Pages that are looked at for damage in one go, while calls wait: some milliseconds.
private let mostPagesAtOnce = 2048
