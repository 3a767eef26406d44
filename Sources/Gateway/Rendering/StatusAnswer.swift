import Messaging
import WireProtocol

/// What a replica says of itself.
struct ReplicaReport: Sendable {
    var health: SystemHealth.Reply
    var info: SystemInfo.Reply
    var stats: SystemStats.Reply
}

/// A replica, and its report or why there is none.
struct ReplicaState: Sendable {
    var service: Service
    var endpoint: Endpoint
    var report: Result<ReplicaReport, ServiceFailure>

    var isServing: Bool {
        if case .success(let report) = report { report.health.status == .serving } else { false }
    }
}

extension ReplicaState {
    fileprivate var isUnreachable: Bool {
        guard case .failure(let failure) = report else { return false }
        switch failure.reason {
        case .unreachable, .notConnected, .otherService: return true
        case .fault, .late, .unknownOutcome, .interrupted, .unreadable: return false
        }
    }

    fileprivate var isInContainers: Bool { ShopStart.isInContainers(service, at: endpoint.description) }

    /// What the table has no room for: why it does not serve, and what is not as usual.
    fileprivate var remarks: [String] {
        guard case .success(let report) = report else { return [] }
        return report.health.reasons + (report.health.notes ?? [])
    }

    /// A service that answers, and says that it does not serve, is not away.
    fileprivate var exitCode: ExitCode {
        switch report {
        case .success: isServing ? .done : .refused
        case .failure(let failure): failure.exitCode
        }
    }
}

/// All replicas, in the order in which they were named.
struct StatusAnswer: Answer {
    var replicas: [ReplicaState]
    var waitedMilliseconds: Int

    /// What is away counts more than what answers and does not serve.
    var exitCode: ExitCode {
        let codes = Set(replicas.map(\.exitCode)).union(separated.isEmpty ? [] : [.refused])
        return [ExitCode.unreachable, .refused].first(where: codes.contains) ?? .done
    }

    /// The services of which each replica would answer something else.
    private var separated: [Service] {
        Service.allCases.filter { service in
            let stores = replicas.filter { $0.service == service }.compactMap {
                (try? $0.report.get())?.info.store
            }
            return Set(stores).count > 1
        }
    }

    func text(_ style: Style) -> String {
        var table = Table([
            .whole("SERVICE"), .text("ADDRESS"), .text("HEALTH"), .text("VERSION", dispensability: 2),
            .text("INSTANCE", dispensability: 1), .number("CALLS"), .number("FAULTS"),
            .number("IN FLIGHT", dispensability: 3), .number("P50 MS", dispensability: 4), .number("P99 MS"),
        ])
        for replica in replicas { table.add(cells(replica)) }
        return table.text(style) + remarks(style) + hint
    }

    /// Each in full: it says what to do.
    private func remarks(_ style: Style) -> String {
        var facts = FactList()
        for replica in replicas {
            for remark in replica.remarks { facts.add(replica.service.name, remark) }
        }
        for service in separated {
            facts.add(service.name, "its replicas do not share their data: all but one have to end")
        }
        let text = facts.text(style)
        return text.isEmpty ? "" : "\n" + text
    }

    /// Once, however many are away.
    private var hint: String {
        let away = replicas.filter(\.isUnreachable)
        guard !away.isEmpty else { return "" }
        let start = ShopStart.hint(inContainers: away.contains(where: \.isInContainers))
        return "\n\(start); --catalog, --pricing and --checkout say where else it listens\n"
    }

    private func cells(_ replica: ReplicaState) -> [String] {
        let name = [replica.service.name, replica.endpoint.description]
        switch replica.report {
        case .failure(let failure):
            return name + [failure.phrase(waitedMilliseconds: waitedMilliseconds)]
                + Array(repeating: "", count: 7)
        case .success(let report):
            let sums = CallSums(report.stats)
            return name + [
                report.health.status.rawValue, report.info.version, report.info.instance, String(sums.calls),
                String(sums.faults),
                String(sums.inFlight), CallSums.milliseconds(sums.p50), CallSums.milliseconds(sums.p99),
            ]
        }
    }

    var json: [UInt8] {
        Self.encoded(
            StatusReport(
                replicas: replicas.map { replica in
                    let report = try? replica.report.get()
                    var failure: ServiceFailure?
                    if case .failure(let reason) = replica.report { failure = reason }
                    return StatusReport.Replica(
                        service: replica.service.name, address: replica.endpoint.description,
                        problem: failure?.phrase(waitedMilliseconds: waitedMilliseconds),
                        health: report?.health,
                        info: report?.info, stats: report?.stats)
                }))
    }
}

/// All methods of a replica together; latencies are those of its slowest method.
private struct CallSums {
    var calls = 0
    var faults = 0
    var inFlight = 0
    var p50: Int64 = 0
    var p99: Int64 = 0

    init(_ stats: SystemStats.Reply) {
        for method in stats.methods {
            calls += method.calls
            faults += method.faults.values.reduce(0, +)
            inFlight += method.inFlight
            p50 = max(p50, method.latencyMicroseconds.p50)
            p99 = max(p99, method.latencyMicroseconds.p99)
        }
    }

    /// Microseconds as milliseconds with two digits.
    static func milliseconds(_ microseconds: Int64) -> String {
        let hundredths = microseconds / 10
        let part = hundredths % 100
        return "\(hundredths / 100).\(part < 10 ? "0" : "")\(part)"
    }
}

/// Every replica with its replies as the wire has them.
private struct StatusReport: Encodable {
    struct Replica: Encodable {
        var service: String
        var address: String
        var problem: String?
        var health: SystemHealth.Reply?
        var info: SystemInfo.Reply?
        var stats: SystemStats.Reply?
    }

    var replicas: [Replica]
}
