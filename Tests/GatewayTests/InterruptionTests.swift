import Testing
import WireProtocol

@testable import Gateway

/// A command that is ended by a signal while its change is under way.
@Suite struct InterruptionTests {
    /// Runs a command line until `method` was called, then interrupts it.
    private func interrupted(
        _ words: [String], at method: String, _ services: FakeServices
    ) async throws -> Program.Ending {
        let interruption = Interruption()
        let program = Program(environment: [:], style: .plain, interruption: interruption) { _, run in
            await run(services)
        }
        async let ending = program.run(words)
        while await services.count(method) == 0 { await Task.yield() }
        #expect(interruption.raise())
        let ended = await ending
        #expect(!interruption.raise(), "nothing is under way any more")
        return ended
    }

    private static let buyer = ["--name", "Ada", "--street", "S", "--city", "C", "--country", "US"]

    @Test(arguments: [[], ["--key", "k-1"]])
    func `an order tells its key, its token and how it goes on`(key: [String]) async throws {
        let services = FakeServices([
            "pricing.quote": reply(Samples.quote), "checkout.place": { _ in .nothing },
            "checkout.order": refuse(.notFound, "unknown_order", "there is no such order"),
        ])
        let ending = try await interrupted(
            ["order", "cupcake:10"] + key + Self.buyer, at: "checkout.place", services)
        let sent = try #require(await services.calls.last?.key)
        #expect(
            ending.errors == """
                gateway: checkout had not answered yet when the command was interrupted
                The order may have been placed; with this key it is never placed twice.
                  key    \(sent)
                  token  v1.tok
                What became of it:  gateway order-status --key \(sent)
                To go on with it:   gateway order --key \(sent) --token v1.tok --expected-total 36.50 --currency USD \
                --name Ada --street S --city C --country US --payment offline

                """)
        #expect(ending.output == "")
        #expect(ending.exitCode == .unreachable, "as for an outcome that is not known")
        #expect(await services.count("checkout.place") == 1, "it is not sent again")
    }

    @Test(arguments: [
        (["restock", "kiwi", "5", "--new"], "checkout.restock"), (["cancel", "o_77"], "checkout.cancel"),
        (["price", "kiwi", "1.00"], "pricing.setPrice"),
    ])
    func `every other change tells its key`(words: [String], method: String) async throws {
        let services = FakeServices([method: { _ in .nothing }])
        let ending = try await interrupted(words, at: method, services)
        let sent = try #require(await services.calls.last?.key)
        #expect(
            ending.errors.hasSuffix(
                " had not answered yet when the command was interrupted"
                    + "; it may have been done, and repeated with --key \(sent) it is done once\n"))
        #expect(ending.exitCode == .unreachable)
    }

    @Test func `while nothing is being changed the signal does what it always does`() async throws {
        #expect(!Interruption().raise())
    }
}
