import Threading

/// Whether a service can serve: yes, as long as nobody has given a reason why not.
public final class Health: Sendable {
    private let current: Locked<Set<String>>

    /// - Parameter reasons: what is not ready yet, `starting`.
    public init(reasons: Set<String> = []) { current = Locked(reasons) }

    /// From now on the service cannot serve, for this reason among others.
    public func add(reason: String) { current.withLock { _ = $0.insert(reason) } }

    /// This reason is gone.
    public func remove(reason: String) { current.withLock { _ = $0.remove(reason) } }

    public var reasons: [String] { current.withLock { $0 }.sorted() }
    public var isServing: Bool { current.withLock { $0.isEmpty } }
}
