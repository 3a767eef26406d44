import Threading

/// Whether a service can serve: yes, as long as nobody has given a reason why not.
public final class Health: Sendable {
    private let current: Locked<Set<String>>
    private let noting = Locked<[@Sendable () -> [String]]>([])

    /// - Parameter reasons: what is not ready yet, `starting`.
    public init(reasons: Set<String> = []) { current = Locked(reasons) }

    /// From now on the service cannot serve, for this reason among others.
    public func add(reason: String) { current.withLock { _ = $0.insert(reason) } }

    /// This reason is gone.
    public func remove(reason: String) { current.withLock { _ = $0.remove(reason) } }

    /// Adds who says what is not as usual though the service can serve: `prices 12 s old`.
    public func addNotes(_ notes: @escaping @Sendable () -> [String]) { noting.withLock { $0.append(notes) } }

    /// What is not as usual at this moment.
    public var notes: [String] { noting.withLock { $0 }.flatMap { $0() } }

    public var reasons: [String] { current.withLock { $0 }.sorted() }
    public var isServing: Bool { current.withLock { $0.isEmpty } }
}
