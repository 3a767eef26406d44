import Foundation
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
        }

        @Test func `a stall shows in full at a fixed rate, and hides in a closed loop`() async throws {
            try await ShopProcesses.open([.pricing]) { shop in
                let open = try start(["--rate", "200"], shop)
                let closed = try start(["--closed", "--inflight", "4"], shop)
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

        private func start(_ load: [String], _ shop: ShopProcesses) throws -> ChildProcess {
            let flags = ["--warmup", "1s", "--duration", "\(Self.seconds)s", "--json", "-"]
            return try shop.launch(
                BuiltProducts.executable("bench"),
                ["pricing", "--pricing", shop.endpoint(.pricing)] + load + flags)
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
