import CommandLineOptions
import Messaging
import Testing

@testable import Gateway

@Suite struct ShopCompletionTests {
    private func offered(_ words: String..., services: FakeServices = FakeServices()) async -> [String] {
        let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
        let ending = await program.run(["__complete"] + words)
        #expect(ending.errors == "" && ending.exitCode == .done)
        return ending.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func `every command is offered, and nothing is asked for it`() async {
        let services = FakeServices()
        let offered = await offered("", services: services)
        #expect(Set(offered) == Set(Program.commands.map { String($0.syntax.name.prefix { $0 != " " }) }))
        #expect(await services.calls.isEmpty)
        #expect(await self.offered("search", "--sort", "=", "pr").allSatisfy { $0.hasPrefix("pr") })
        #expect(await self.offered("product", "put", "x") == [":files"])
    }

    @Test(arguments: [
        ["show"], ["quote", "kiwi:2"], ["order"], ["price"], ["restock"], ["stock"], ["product", "remove"],
    ])
    func `skus come from the catalog`(words: [String]) async {
        let services = FakeServices(["catalog.search": reply(Samples.search)])
        let program = Program(environment: [:], style: .plain) { _, run in await run(services) }
        let ending = await program.run(["__complete"] + words + ["str"])
        #expect(ending.output == "strawberry\tStrawberries\n")
        #expect(await services.bodies("catalog.search") == [#"{"limit":100,"sort":"name","text":"str"}"#])
    }

    @Test func `nothing is offered or said when nobody answers, soon`() async {
        let services = FakeServices()
        #expect(await offered("show", "", services: services) == [])
        #expect(
            await services.calls.allSatisfy { $0.timeoutMilliseconds <= ShopCompletion.timeoutMilliseconds })
    }

    @Test func `the catalog is asked where the line says that it is`() async throws {
        let completion = ShopCompletion(
            ["--catalog", "tcp", ":", "//127.0.0.1", ":", "9999", "show", "x"], environment: [:])
        #expect(completion.settings?.endpoints[.catalog]?.map(\.description) == ["tcp://127.0.0.1:9999"])
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `each shell gets a script that asks the gateway itself`(shell: String) async {
        let ending = await gateway("completion", shell)
        #expect(ending.exitCode == .done)
        #expect(ending.output.contains("__complete") && ending.output.contains("_gateway_complete"))
    }
}
