import WireProtocol

/// Finds out where a publisher's events are: looks its host up, and asks the service itself for the port. Lives on
/// the reactor.
///
/// Events and the answers for catching up must come from one replica, since each numbers its streams by itself. So
/// a host's name stands for one of its addresses, as long as that is one of them.
final class PublisherLocator {
    /// Where the events are, and who answers for them.
    struct Place {
        let events: Endpoint
        let caller: Caller
        /// Of the streams that are wanted, those which the service does not publish.
        var missing: [String] = []
    }

    private let address: PublisherAddress
    private let settings: SubscriberSettings
    private let loop: ReactorLoop
    private let logger: Logger
    private let makeCaller: (Endpoint) -> Caller

    private var lookup: HostLookup?
    private var caller: (endpoint: Endpoint, caller: Caller)?
    private var found: ((Place) -> Void)?
    private var refused: (() -> Void)?
    /// Grows with each search; answers to an earlier one are void.
    private var search = 0
    private var refusals = 0
    private var random = SystemRandomNumberGenerator()

    init(
        _ address: PublisherAddress, _ settings: SubscriberSettings, on loop: ReactorLoop,
        resolver: any Resolver, logger: Logger, makeCaller: @escaping (Endpoint) -> Caller
    ) {
        self.address = address
        self.settings = settings
        self.loop = loop
        self.logger = logger
        self.makeCaller = makeCaller
        guard address.events == nil, let host = address.calls.hostName else { return }
        lookup = HostLookup(host, resolver, inbox: loop.inbox) { [weak self] in self?.resolved($0) }
    }

    /// Searches until it is found; an earlier search is given up.
    ///
    /// - Parameter refused: told when the service publishes nothing; the search goes on.
    func locate(then found: @escaping (Place) -> Void, orTell refused: @escaping () -> Void) {
        stop()
        self.found = found
        self.refused = refused
        begin()
    }

    func stop() {
        search += 1
        found = nil
        refused = nil
    }

    func close() {
        stop()
        lookup?.close()
        caller = nil
    }

    private func begin() {
        if let events = address.events {
            tell(Place(events: events.numeric, caller: caller(at: address.calls)))
        } else if let lookup {
            lookup.refresh()
        } else {
            ask(address.calls)
        }
    }

    private func begin(afterMilliseconds pause: Int) {
        let search = search
        _ = loop.schedule(afterMilliseconds: pause) { [weak self] in
            guard let self, search == self.search else { return }
            begin()
        }
    }

    private func resolved(_ answer: Result<[String], ResolutionError>) {
        guard found != nil else { return }
        do throws(ResolutionError) {
            let places = try answer.get().sorted().map(address.calls.at(address:))
            guard let first = places.first else { return refuse("has no address") }
            let last = caller?.endpoint
            ask(places.first { $0 == last } ?? first)
        } catch {
            refuse(error.description)
        }
    }

    /// Asks the service; the call itself waits for it to come.
    private func ask(_ endpoint: Endpoint) {
        let caller = caller(at: endpoint)
        let (inbox, search, home) = (loop.inbox, search, Confined(self))
        Task {
            let info = await caller.info()
            _ = inbox.append { _ in home.value.answered(info, by: caller, at: endpoint, in: search) }
        }
    }

    private func answered(
        _ info: SystemInfo.Reply?, by caller: Caller, at endpoint: Endpoint, in search: Int
    ) {
        guard search == self.search else { return }
        guard let info else { return begin(afterMilliseconds: Int.random(in: 25...50, using: &random)) }
        guard let port = info.eventsPort, case .tcp(let host, _) = endpoint.transport else {
            refused?()
            return refuse("publishes no events")
        }
        let missing = settings.streams.map(\.stream).filter { !info.streams.contains($0) }
        if !missing.isEmpty { warn("does not publish \(missing.joined(separator: ", "))") }
        let events = Endpoint(.tcp(host: host, port: port)).numeric
        tell(Place(events: events, caller: caller, missing: missing))
    }

    private func tell(_ place: Place) {
        refusals = 0
        let found = found
        stop()
        found?(place)
    }

    private func refuse(_ problem: String) {
        if refusals == 0 { warn(problem) }
        refusals += 1
        begin(afterMilliseconds: Int.random(in: 500...1000, using: &random))
    }

    private func warn(_ problem: String) {
        logger.warning("\(settings.service) \(problem)", ["at": address.calls.description])
    }

    private func caller(at endpoint: Endpoint) -> Caller {
        if let caller, caller.endpoint == endpoint { return caller.caller }
        let new = makeCaller(endpoint)
        caller = (endpoint, new)
        return new
    }
}
