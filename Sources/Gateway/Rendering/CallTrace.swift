import Messaging
import WireProtocol

/// A call that has ended, as one line for `--verbose`.
struct CallTrace {
    var call: OutgoingCall
    /// Where it may have gone.
    var addresses: [String]
    var took: Duration
    var outcome: Result<Header, CallError>
    var replyBytes = 0
    /// Which address answered; nil when none did.
    var answeredAt: String?

    var line: String {
        let asked = "\(call.method) (\(call.body.count) bytes) to \(addresses.joined(separator: ", "))"
        return "gateway: " + SafeText.line("\(asked): \(told) after \(Self.milliseconds(took)) ms")
    }

    private var told: String {
        switch outcome {
        case .success(let header):
            let replica = header.instance.map { " from \($0)" } ?? ""
            let times = [
                header.waitedMicroseconds.map { "waited \(Self.milliseconds(.microseconds($0)))" },
                header.workedMicroseconds.map { "worked \(Self.milliseconds(.microseconds($0)))" },
            ].compactMap(\.self)
            return "ok\(replica)\(place), \(replyBytes) bytes"
                + (times.isEmpty ? "" : " (\(times.joined(separator: ", ")) ms there)")
        case .failure(let error):
            if case .fault(let fault) = error.reason {
                return "\(fault.status.rawValue) \(fault.code)\(place)"
            }
            return ServiceFailure(service: call.service, reason: .init(error)).phrase(waitedMilliseconds: nil)
        }
    }

    /// Where there is more than one, or what a name stands for.
    private var place: String {
        guard let answeredAt, addresses != [answeredAt] else { return "" }
        return " at \(answeredAt)"
    }

    /// With two digits after the point.
    private static func milliseconds(_ time: Duration) -> String {
        let hundredths = time / .microseconds(10)
        let whole = Int(hundredths.rounded())
        return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
    }
}
