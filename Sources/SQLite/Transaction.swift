extension Database {
    /// Runs `body` in one transaction: all of it is kept when `body` returns, none when it throws.
    ///
    /// The write lock is taken at the start (BEGIN IMMEDIATE). Inside another transaction it is a savepoint.
    /// Throws `SQLiteError`, or what `body` throws.
    package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        guard transactionDepth == 0 else { return try scope(body) }
        do { return try scope(body) } catch {
            noteFailure(error)
            guard mayKeepRefused, let error = error as? SQLiteError else { throw error }
            throw error.ofUnknownOutcome
        }
    }

    /// Runs `body`, which only reads: all that it sees belongs to one instant.
    package func atOneInstant<Value>(_ body: () throws -> Value) throws -> Value {
        try execute("BEGIN")
        defer { try? execute("COMMIT") }
        return try body()
    }

    private func scope<Value>(_ body: () throws -> Value) throws -> Value {
        let depth = transactionDepth
        try begin(depth)
        transactionDepth += 1
        do {
            let value = try body()
            try commit(depth)
            transactionDepth = depth
            return value
        } catch {
            rollBack(depth)
            throw error
        }
    }

    /// Whether a transaction that has failed may be found whole after a restart, as neither its sync nor its undoing
    /// has succeeded.
    package var mayKeepRefused: Bool { guardian?.mayKeepRefused ?? false }

    private func begin(_ depth: Int) throws(SQLiteError) {
        if depth == 0 { noteDamageFoundByOthers() }
        if let damage { throw damage }
        guard depth == 0 else { return try execute("SAVEPOINT inner") }
        try execute("BEGIN IMMEDIATE")
        lockWait.tell(isLocked: false)
    }

    private func commit(_ depth: Int) throws(SQLiteError) {
        if depth == 0 { try requireFiles() }
        try execute(depth == 0 ? "COMMIT" : "RELEASE inner")
    }

    /// SQLite may have rolled everything back by itself already; then there is nothing left to undo.
    private func rollBack(_ depth: Int) {
        defer { transactionDepth = depth }
        guard isInTransaction else { return }
        if depth == 0 {
            try? execute("ROLLBACK")
        } else {
            // Of savepoints of one name the innermost is meant.
            try? script("ROLLBACK TO inner; RELEASE inner")
        }
    }
}
