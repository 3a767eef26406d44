import Threading

/// Looks one host up again and again, without anybody ever waiting for it.
///
/// Lives on the reactor. Each look-up has a thread of its own: one that a mute name server holds for seconds
/// keeps neither the reactor nor the look-ups of other names.
final class HostLookup {
    let host: String
    private let resolver: any Resolver
    private let inbox: ReactorInbox
    private let tell: (Result<[String], ResolutionError>) -> Void
    private var isUnderWay = false
    private var isClosed = false

    init(
        _ host: String, _ resolver: any Resolver, inbox: ReactorInbox,
        tell: @escaping (Result<[String], ResolutionError>) -> Void
    ) {
        self.host = host
        self.resolver = resolver
        self.inbox = inbox
        self.tell = tell
    }

    /// Asks now; while an answer is awaited, that one will do.
    func refresh() {
        guard !isUnderWay, !isClosed else { return }
        isUnderWay = true
        let (host, resolver, inbox) = (host, resolver, inbox)
        let home = Confined(self)
        startThread {
            let answer: Result<[String], ResolutionError>
            do throws(ResolutionError) {
                answer = .success(try resolver.addresses(of: host))
            } catch {
                answer = .failure(error)
            }
            _ = inbox.append { _ in home.value.take(answer) }
        }
    }

    func close() { isClosed = true }

    private func take(_ answer: Result<[String], ResolutionError>) {
        isUnderWay = false
        if !isClosed { tell(answer) }
    }
}
