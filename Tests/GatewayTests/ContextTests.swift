import CommandLineOptions
import FoundationEssentials
import Messaging
import Testing

@testable import Gateway

@Suite struct ContextTests {
    /// A folder of settings of its own for each test.
    private let folder = "/tmp/contexts-\(makeIdempotencyKey())"

    private func gateway(
        _ words: String..., environment: [String: String] = [:]
    ) async -> Program.Ending {
        var environment = environment
        environment["XDG_CONFIG_HOME"] = folder
        let program = Program(environment: environment, style: .plain) { _, run in await run(FakeServices()) }
        return await program.run(words)
    }

    private func catalog(_ words: [String], _ environment: [String: String] = [:]) throws -> String? {
        var environment = environment
        environment["XDG_CONFIG_HOME"] = folder
        guard case .run(let parsed) = try Program.parse(words, environment) else { return nil }
        return try Settings(parsed).endpoints[.catalog]?.map(\.description).joined()
    }

    @Test func `flags come before the environment, that before the context, that before the defaults`()
        async throws
    {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(try catalog(["status"]) == "tcp://127.0.0.1:7010")
        #expect(
            await gateway("context", "add", "market", "--catalog", "tcp://10.0.0.5:1", "--currency", "EUR")
                .exitCode
                == .done)
        #expect(try catalog(["status"]) == "tcp://127.0.0.1:7010", "added is not used yet")
        #expect(await gateway("context", "use", "market").exitCode == .done)
        #expect(try catalog(["status"]) == "tcp://10.0.0.5:1")
        #expect(try catalog(["status"], ["SHOP_CATALOG": "tcp://10.0.0.6:2"]) == "tcp://10.0.0.6:2")
        #expect(
            try catalog(["status", "--catalog", "tcp://10.0.0.7:3"], ["SHOP_CATALOG": "tcp://10.0.0.6:2"])
                == "tcp://10.0.0.7:3")
        #expect(try catalog(["status", "--context", "default"]) == "tcp://127.0.0.1:7010")
        #expect(try catalog(["status"], ["SHOP_CONTEXT": "default"]) == "tcp://127.0.0.1:7010")
    }

    @Test func `contexts are listed, used and removed`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = await gateway("context", "add", "market", "--catalog", "tcp://10.0.0.5:1")
        #expect(
            await gateway("context", "use", "market").output == """
                CURRENT  NAME     CATALOG
                         default
                *        market   tcp://10.0.0.5:1

                """)
        #expect(
            await gateway("context", "list", "--json").output
                == #"{"contexts":{"market":{"catalog":"tcp://10.0.0.5:1"}},"current":"market"}"# + "\n")
        #expect(await gateway("__complete", "context", "use", "").output == "default\nmarket\n")
        #expect(await gateway("context", "remove", "market").exitCode == .done)
        #expect(try catalog(["status"]) == "tcp://127.0.0.1:7010")
    }

    @Test func `what cannot be is refused`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for words in [
            ["context", "use", "nowhere"], ["context", "remove", "nowhere"],
            ["status", "--context", "nowhere"],
            ["context", "add", "default", "--currency", "EUR"],
            ["context", "add", "a b", "--currency", "EUR"],
            ["context", "add", "empty"], ["context", "add", "bad", "--catalog", "10.0.0.5"],
        ] {
            let program = Program(environment: ["XDG_CONFIG_HOME": folder], style: .plain) { _, run in
                await run(FakeServices())
            }
            let ending = await program.run(words)
            #expect(ending.exitCode == .usage, "\(words)")
            #expect(ending.errors.filter { $0 == "\n" }.count == 1)
        }
        _ = await gateway("context", "add", "market", "--currency", "EUR")
        for words in [["--context", "markt", "status"], ["context", "use", "markt"]] {
            let program = Program(environment: ["XDG_CONFIG_HOME": folder], style: .plain) { _, run in
                await run(FakeServices())
            }
            #expect(await program.run(words).errors.contains("no context markt (did you mean market?), but"))
        }
        try Data("nonsense".utf8).write(to: URL(filePath: folder + "/cornershop/contexts.json"))
        let broken = await gateway("orders")
        #expect(broken.exitCode == .usage && broken.errors.contains("contexts.json is not what"))
    }

    @Test func `the file lies where settings do`() {
        #expect(Contexts.path(["XDG_CONFIG_HOME": "/c", "HOME": "/h"]) == "/c/cornershop/contexts.json")
        #expect(
            Contexts.path(["XDG_CONFIG_HOME": "relative", "HOME": "/h"])
                == "/h/.config/cornershop/contexts.json")
        #expect(Contexts.path([:]) == nil)
    }
}
