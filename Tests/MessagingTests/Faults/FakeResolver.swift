import Threading
import ZeroMQ

@testable import Messaging

/// A name server that says what a test wants, or nothing at all for as long as it wants.
final class FakeResolver: Resolver {
    enum Answer: Sendable, Equatable {
        case addresses([String])
        case unknown
        case mute
    }

    private struct State {
        var answers: [String: Answer] = [:]
        var asked: [String: Int] = [:]
    }

    private let state = Locked(State())

    init(_ answers: [String: Answer]) { state.withLock { $0.answers = answers } }

    func set(_ host: String, _ answer: Answer) { state.withLock { $0.answers[host] = answer } }

    func asked(_ host: String) -> Int { state.withLock { $0.asked[host] ?? 0 } }

    func addresses(of host: String) throws(ResolutionError) -> [String] {
        state.withLock { $0.asked[host, default: 0] += 1 }
        let pause = PollSet()
        while true {
            switch state.withLock({ $0.answers[host] ?? .unknown }) {
            case .addresses(let addresses): return addresses
            case .unknown: throw ResolutionError(host: host, reason: "the name is not known")
            case .mute: _ = try? pause.wait(timeoutMilliseconds: 1)
            }
        }
    }
}
