/// What a put changed: all of the request or nothing.
public struct ChangeCounts: Codable, Sendable, Equatable {
    public var created: Int
    public var updated: Int
    public var unchanged: Int

    public init(created: Int = 0, updated: Int = 0, unchanged: Int = 0) {
        self.created = created
        self.updated = updated
        self.unchanged = unchanged
    }
}

/// How many of the named things were there and are gone.
public struct RemovedCount: Codable, Sendable, Equatable {
    public var removed: Int

    public init(removed: Int) { self.removed = removed }
}
