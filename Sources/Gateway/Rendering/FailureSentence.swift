import Messaging
import WireProtocol

extension ServiceFailure {
    /// What went wrong and what to do next, in one line.
    func sentence(waitedMilliseconds: Int) -> String {
        let name = service.name
        let time = Self.time(waitedMilliseconds)
        return switch reason {
        case .fault(let fault): fault.sentence(from: service)
        case .late:
            "\(name) did not answer within \(time): \(howItIs), --timeout waits longer"
        case .unreachable(let address):
            "\(name) does not answer at \(SafeText.line(address)) (waited \(time)): \(whereElse(address))"
        case .notConnected(.separateData, let address):
            "\(name) \(ConnectionProblem.separateData.sentence(at: SafeText.line(address), waited: time))"
        case .notConnected(let problem, let address):
            "\(name) \(problem.sentence(at: SafeText.line(address), waited: time)): \(whereElse(address))"
        case .otherService(let other):
            "\(name) is not there: \(SafeText.line(other)) answers at its address; "
                + "--\(name) or \(service.environmentName) says where \(name) listens"
        case .unknownOutcome:
            "the connection to \(name) broke before it answered: \(howItIs)"
        case .interrupted: "\(name) had not answered yet when the command was interrupted"
        case .unreadable(let message):
            "\(name) gave an answer that is not understood (\(SafeText.line(message))): "
                + "is it of the same version as this gateway?"
        }
    }

    private var howItIs: String {
        service == .other
            ? "`gateway call ADDRESS '$sys.health'` tells how it is" : "`gateway status` tells how it is"
    }

    private func whereElse(_ address: String) -> String {
        if service == .other { return "is the address right?" }
        let start = ShopStart.hint(service, at: address)
        return "\(start), --\(service.name) or \(service.environmentName) says where else it listens"
    }

    /// The same after the service's name, in a few words.
    func phrase(waitedMilliseconds: Int?) -> String {
        switch reason {
        case .fault(let fault): "answered: \(SafeText.line(fault.message))"
        case .late:
            "did not answer " + (waitedMilliseconds.map { "within \(Self.time($0))" } ?? "in time")
        case .unreachable: "does not answer"
        case .notConnected(let problem, _): problem.phrase
        case .otherService(let other): "is not there: \(SafeText.line(other)) answers"
        case .unknownOutcome: "broke the connection"
        case .interrupted: "was not waited for"
        case .unreadable: "gave an answer that is not understood"
        }
    }

    private static func time(_ milliseconds: Int) -> String {
        if milliseconds < 1000 { return "\(milliseconds) ms" }
        let tenths = milliseconds / 100
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}

extension ConnectionProblem {
    fileprivate func sentence(at address: String, waited time: String) -> String {
        switch self {
        case .refused: "is not there: nothing listens at \(address)"
        case .unknownHost: "is not found: the host's name in \(address) has no address"
        case .notAService: "is not at \(address): what listens there takes no calls of the shop"
        case .silent: "says nothing at \(address), which accepts connections (waited \(time))"
        case .separateData:
            "has replicas at \(address) that do not share their data, so each would answer something else: "
                + "all but one have to end"
        }
    }

    fileprivate var phrase: String {
        switch self {
        case .refused: "is not there"
        case .unknownHost: "is not found: its host's name has no address"
        case .notAService: "is not there: what listens there takes no calls of the shop"
        case .silent: "accepts connections and says nothing"
        case .separateData: "has replicas that do not share their data"
        }
    }
}

extension Fault {
    fileprivate func sentence(from service: Service) -> String {
        let said =
            details.count > 1
            ? details.map { $0.sentence + $0.bounds }.joined(separator: "; ") : message + bounds
        let advice = FaultAdvice.advice(for: self, from: service).map { " (\($0))" } ?? ""
        return SafeText.line(said) + advice
    }

    private var bounds: String { details.first?.bounds ?? "" }
}

extension Fault.Detail {
    /// The bounds that hold there and that the message does not name: ` [min 3, step 2]`.
    fileprivate var bounds: String {
        let numbers = message.split { !$0.isNumber }.map(String.init)
        let told = ["min", "max", "step"].compactMap { name -> String? in
            guard let bound = facts[name], !numbers.contains(bound.text) else { return nil }
            return name == "step" && bound == 1 ? nil : "\(name) \(bound.text)"
        }
        return told.isEmpty ? "" : " [\(told.joined(separator: ", "))]"
    }
}

extension Fault.Fact {
    fileprivate var text: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}
