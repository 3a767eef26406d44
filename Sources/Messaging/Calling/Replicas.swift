/// The replicas of one caller: as many as its endpoints have addresses, coming and going as names change.
///
/// Lives on the reactor.
final class Replicas {
    private(set) var all: [RemoteCaller] = []

    private let settings: CallerSettings
    private let loop: ReactorLoop
    private let counters: Counters
    private let isInUse: () -> Bool
    private let tell: (RemoteCaller.Event, RemoteCaller) -> Void
    private let onUnresolved: () -> Void
    private var plan: ReplicaPlan
    private var lookups: [HostLookup] = []
    /// The names that were looked up, whatever was found.
    private var answeredHosts: Set<String> = []
    private var nextRefresh: ReactorLoop.TimerID?
    private var isClosed = false

    /// - Parameters:
    ///   - isInUse: whether calls wait for answers or for replicas. Names that nobody needs are not looked up.
    ///   - tell: what happens to a replica.
    ///   - onUnresolved: a look-up found nothing, and no replica is known.
    init(
        _ settings: CallerSettings, on loop: ReactorLoop, counters: Counters, isInUse: @escaping () -> Bool,
        tell: @escaping (RemoteCaller.Event, RemoteCaller) -> Void, onUnresolved: @escaping () -> Void
    ) {
        self.settings = settings
        self.loop = loop
        self.counters = counters
        self.isInUse = isInUse
        self.tell = tell
        self.onUnresolved = onUnresolved
        plan = ReplicaPlan(settings.endpoints)
    }

    /// Connects to what is known already, and looks up the rest.
    func open(_ resolver: any Resolver) {
        lookups = plan.hostNames.map { host in
            HostLookup(host, resolver, inbox: loop.inbox) { [weak self] answer in
                self?.take(answer, for: host)
            }
        }
        settle()
    }

    func close() {
        isClosed = true
        if let nextRefresh { loop.cancel(nextRefresh) }
        for lookup in lookups { lookup.close() }
        let closing = all
        (all, lookups) = ([], [])
        for replica in closing { replica.close() }
    }

    /// A call began: names must be fresh from now on.
    func use() {
        if nextRefresh == nil, !isClosed { refresh() }
    }

    /// The connection of a replica went: it may have moved.
    func lost() {
        settle()
        for lookup in lookups { lookup.refresh() }
    }

    private func refresh() {
        nextRefresh = nil
        guard !lookups.isEmpty else { return }
        for lookup in lookups { lookup.refresh() }
        nextRefresh = loop.schedule(afterMilliseconds: settings.resolveMilliseconds) { [weak self] in
            guard let self else { return }
            nextRefresh = nil
            if isInUse() { refresh() }
        }
    }

    private func take(_ answer: Result<[String], ResolutionError>, for host: String) {
        switch answer {
        case .success(let addresses): plan.resolved(host, addresses)
        case .failure: counters.add("unresolved")
        }
        answeredHosts.insert(host)
        settle()
        if all.isEmpty { onUnresolved() }
    }

    /// Why there is no connection to any replica; nil while one is there, or may be soon.
    var problem: ConnectionProblem? {
        if haveSeparateData { return .separateData }
        guard lookups.allSatisfy({ answeredHosts.contains($0.host) }) else { return nil }
        if all.isEmpty { return lookups.isEmpty ? nil : .unknownHost }
        let problems = all.compactMap { $0.health.state == .connecting ? $0.attempts.problem : nil }
        guard problems.count == all.count else { return nil }
        return problems.first { !$0.isCertain } ?? problems.first
    }

    /// Whether some answer from other data than the others.
    var haveSeparateData: Bool {
        guard all.count > 1, let known = all.lazy.compactMap(\.store).first else { return false }
        return all.contains { $0.store != nil && $0.store != known }
    }

    /// Whether it is known of each what it answers from, or that it does not answer.
    var haveMet: Bool {
        all.allSatisfy { replica in
            switch replica.health.state {
            case .connecting, .checking: replica.attempts.problem?.isCertain == true
            case .ready, .suspect, .draining: true
            }
        }
    }

    /// Makes the replicas those of the plan.
    private func settle() {
        // The end of a replica is told as a loss; nobody is to take its place.
        if isClosed { return }
        let changes = plan.changes(
            from: all.map { .init(endpoint: $0.endpoint, state: $0.health.state, inFlight: $0.inFlight) })
        let removed = changes.removed.map { all[$0] }
        all.removeAll { replica in removed.contains { $0 === replica } }
        let added = changes.added.map { RemoteCaller($0, settings, on: loop, tell: tell) }
        all += added
        for replica in added { replica.open() }
        for replica in removed { replica.close() }
    }
}
