import CommandLineOptions
import WireProtocol

/// Why a command ended without what it was asked for.
enum GatewayError: Error, Sendable {
    case usage(UsageError)
    /// A file that cannot be read, or that is not what it should be.
    case file(String)
    /// What was waited for did not come.
    case unmet(String)
    case service(ServiceFailure, waitedMilliseconds: Int)
    /// The same for a raw call, whose fault is printed as it came.
    case rawFailure(ServiceFailure, waitedMilliseconds: Int)
    /// A change that was sent and not answered: it may have been made, and may be repeated with its key.
    case unsettled(ServiceFailure, key: String, waitedMilliseconds: Int)
    /// The same for an order, which can also be resumed.
    case unsettledOrder(ServiceFailure, PendingOrder, waitedMilliseconds: Int)

    /// A command of two steps of which only the first was done; `done` tells what that leaves to do.
    case halfway(ServiceFailure, done: String, waitedMilliseconds: Int)

    var exitCode: ExitCode {
        if case .unmet = self { return .unreachable }
        return failure?.exitCode ?? .usage
    }

    /// What a service had to do with it.
    var failure: ServiceFailure? {
        switch self {
        case .usage, .file, .unmet: nil
        case .service(let failure, _), .rawFailure(let failure, _), .unsettled(let failure, _, _),
            .unsettledOrder(let failure, _, _), .halfway(let failure, _, _):
            failure
        }
    }

    /// What stands on stderr: one plain line with what to do next; an order that hangs has more to say.
    var text: String {
        switch self {
        case .usage(let error): "gateway: " + SafeText.line(error.description)
        case .file(let message), .unmet(let message): "gateway: " + SafeText.line(message)
        case .service(let failure, let waited): Self.line(failure, waited)
        case .rawFailure(let failure, let waited): failure.faultJSON ?? Self.line(failure, waited)
        case .unsettled(let failure, let key, let waited):
            Self.line(failure, waited)
                + "; it may have been done, and repeated with --key \(key) it is done once"
        case .halfway(let failure, let done, let waited): Self.line(failure, waited) + "; " + done
        case .unsettledOrder(let failure, let order, let waited):
            Self.line(failure, waited) + "\n" + order.text
        }
    }

    /// Of what has to do with no service: without the program's name before it.
    var plainMessage: String {
        switch self {
        case .usage(let error): error.message
        case .file(let message), .unmet(let message): message
        default: text
        }
    }

    private static func line(_ failure: ServiceFailure, _ waitedMilliseconds: Int) -> String {
        "gateway: " + failure.sentence(waitedMilliseconds: waitedMilliseconds)
    }
}

extension GatewayError {
    /// What a change ends with that did not succeed: only what may have been made needs its key.
    static func change(_ failure: ServiceFailure, key: String, waitedMilliseconds: Int) -> GatewayError {
        failure.isPassing && failure.mayBeDone
            ? .unsettled(failure, key: key, waitedMilliseconds: waitedMilliseconds)
            : .service(failure, waitedMilliseconds: waitedMilliseconds)
    }
}

extension ServiceFailure {
    /// The fault's own JSON; nil when no fault was answered.
    fileprivate var faultJSON: String? {
        guard case .fault(let fault) = reason, let body = try? WireCoding(.json).encode(FaultBody(fault))
        else {
            return nil
        }
        return SafeText.json(String(decoding: body, as: UTF8.self))
    }
}
