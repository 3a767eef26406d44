import Contracts
import Foundation
import Messaging
import Testing

/// The bench against a service that stands still for a while.
extension RealProcesses {
    @Suite struct Bench {
        private static let seconds = 30
        /// A fifteenth of the run: more than the one in a thousand that p99.9 leaves out.
        private static let stallSeconds = 2.0

        private struct Report: Decodable {
            struct Latency: Decodable {
                var count: Int
                var p999Microseconds: Double
                var maxMicroseconds: Double
            }
            var latency: Latency
            var outcomes: [String: Int]
            var brokenInvariants: [String]
            var interrupted: Bool
            var unreachable: [String]
            var failureReasons: [String]?
        }

        @Test func `a stall shows in full at a fixed rate, and hides in a closed loop`() async throws {
            try await ShopProcesses.open([.pricing]) { shop in
                let time = ["--warmup", "1s", "--duration", "\(Self.seconds)s"]
                let open = try start(["--rate", "200"] + time, shop)
                let closed = try start(["--closed", "--inflight", "4"] + time, shop)
                try await Task.sleep(for: .seconds(Self.seconds / 2))
                let stopped = ContinuousClock.now
                try shop.send(SIGSTOP, to: .pricing)
                try await Task.sleep(for: .seconds(Self.stallSeconds))
                try shop.send(SIGCONT, to: .pricing)
                let stall = Double(stopped.duration(to: .now) / .milliseconds(1)) / 1000

                let seen = try await report(of: open)
                #expect((stall - 0.1...stall + 0.1).contains(seen.latency.maxMicroseconds / 1e6))
                #expect((stall - 0.1...stall + 0.1).contains(seen.latency.p999Microseconds / 1e6))
                #expect(seen.outcomes == ["done": 200 * Self.seconds])

                let hidden = try await report(of: closed)
                #expect((stall - 0.1...stall + 0.1).contains(hidden.latency.maxMicroseconds / 1e6))
                #expect(hidden.latency.p999Microseconds / 1e6 < 0.1 * stall)
            }
        }

        @Test func `an order run that is interrupted reports what it had, and cancels it when told to`()
            async throws
        {
            try await ShopProcesses.open([.pricing, .checkout]) { shop in
                let bench = try shop.launch(
                    BuiltProducts.executable("bench"),
                    [
                        "order", "--pricing", shop.endpoint(.pricing), "--checkout", shop.endpoint(.checkout),
                        "--rate", "50", "--warmup", "0s", "--duration", "60m", "--cleanup", "--json", "-",
                    ])
                let buyer = try Buyer(shop)
                try await eventually("orders are placed", withinSeconds: 60) {
                    try await buyer.orders().count > 5
                }
                bench.send(SIGINT)
                let ran = try await Ran(bench, withinSeconds: 60)
                #expect(ran.exit == .exit(130), "\(ran)")
                let report = try ran.decoded(Report.self)
                #expect(report.interrupted)
                #expect(report.brokenInvariants.isEmpty)
                #expect(try await buyer.orders().allSatisfy { $0.status == .cancelled })
            }
        }

        @Test func `a service that is killed amid a run is told of, and is exit code 3`() async throws {
            try await ShopProcesses.open([.pricing]) { shop in
                let bench = try start(
                    ["--rate", "50", "--timeout", "300ms", "--warmup", "0s", "--duration", "4s"], shop)
                try await eventually("quotes are asked for", withinSeconds: 60) {
                    try await shop.caller(.pricing).call(SystemStats()).methods.contains {
                        $0.method == "pricing.quote" && $0.calls > 20
                    }
                }
                try shop.send(SIGKILL, to: .pricing)
                let ran = try await Ran(bench, withinSeconds: 60)
                #expect(ran.exit == .exit(3), "\(ran)")
                let report = try ran.decoded(Report.self)
                #expect(report.unreachable.count == 1)
                #expect(report.outcomes["done"] ?? 0 > 0)
                #expect(report.latency.maxMicroseconds >= 300_000)
            }
        }

        @Test func `replicas that no longer share their data amid a run are named as what they are`()
            async throws
        {
            try await ShopProcesses.open([.pricing]) { one in
                try await ShopProcesses.open([.pricing]) { other in
                    try await other.end(.pricing)
                    let bench = try one.launch(
                        BuiltProducts.executable("bench"),
                        [
                            "pricing", "--pricing", "\(one.endpoint(.pricing)),\(other.endpoint(.pricing))",
                            "--rate", "50", "--warmup", "0s", "--duration", "60m", "--json", "-",
                        ])
                    let pricing = try one.caller(.pricing)
                    @Sendable func quotes() async throws -> Int {
                        let methods = try await pricing.call(SystemStats()).methods
                        return methods.first { $0.method == QuoteBasket.method }?.calls ?? 0
                    }
                    try await eventually("quotes are asked for", withinSeconds: 60) {
                        try await quotes() > 20
                    }
                    try other.start(.pricing)
                    var (seen, looks) = (0, 0)
                    try await eventually("no quote comes any more", withinSeconds: 60) {
                        let now = try await quotes()
                        (seen, looks) = (now, now == seen ? looks + 1 : 0)
                        return looks > 100
                    }
                    try await other.end(.pricing)
                    bench.send(SIGINT)
                    let ran = try await Ran(bench, withinSeconds: 60)
                    let report = try ran.decoded(Report.self)
                    #expect(report.outcomes["unavailable"] ?? 0 > 0)
                    #expect(report.failureReasons?.first?.contains("do not share their data") == true)
                }
            }
        }

        private func start(_ load: [String], _ shop: ShopProcesses) throws -> ChildProcess {
            try shop.launch(
                BuiltProducts.executable("bench"),
                ["pricing", "--pricing", shop.endpoint(.pricing), "--json", "-"] + load)
        }

        private func report(of bench: ChildProcess) async throws -> Report {
            let ran = try await Ran(bench, withinSeconds: 60)
            #expect(ran.exit == .exit(0), "\(ran)")
            let report = try ran.decoded(Report.self)
            #expect(report.brokenInvariants.isEmpty)
            return report
        }
    }
}
