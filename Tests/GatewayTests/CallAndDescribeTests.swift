import FoundationEssentials
import Messaging
import Testing
import WireProtocol

@testable import Gateway

@Suite struct CallAndDescribeTests {
    @Test func `a raw call goes to the service of its prefix and prints the raw reply`() async {
        let services = FakeServices([
            "pricing.quote": reply(#"{"any": ["thing"]}"#), "$sys.ping": reply("{}"),
        ])
        let ending = await gateway("call", "pricing.quote", #"{"a":1}"#, "--key", "k", services: services)
        #expect(ending.output == "{\"any\": [\"thing\"]}\n")
        #expect(await services.calls.first?.service == .pricing)
        #expect(await services.calls.first?.key == "k")
        #expect(await services.bodies("pricing.quote") == [#"{"a":1}"#])
        #expect(
            await gateway("call", "$sys.ping", "--service", "catalog", services: services).output == "{}\n")
        #expect(await services.calls.last?.service == .catalog)
    }

    @Test(arguments: [(Status.invalidArgument, ExitCode.refused), (.unavailable, .refused)])
    func `a raw call prints a fault as JSON on stderr`(status: Status, code: ExitCode) async {
        let services = FakeServices(["catalog.put": refuse(status, "some_code", "no \u{9B}")])
        let ending = await gateway("call", "catalog.put", services: services)
        #expect(ending.output == "")
        #expect(
            ending.errors == #"{"code":"some_code","details":[],"message":"no \u009b","retryable":false}"#
                + "\n")
        #expect(ending.exitCode == code)
    }

    @Test func `a mistyped method is told which is meant`() async {
        let methods = ["pricing.quote", "pricing.put"].map {
            #"{"method":"\#($0)","needsKey":false,"reply":{},"request":{}}"#
        }
        let services = FakeServices([
            "pricing.quot": refuse(.unimplemented, "unknown_method", "there is no method pricing.quot"),
            "$sys.info": reply(Samples.catalogInfo.replacing("catalog", with: "pricing")),
            "$sys.describe": reply(#"{"methods":[\#(methods.joined(separator: ","))]}"#),
        ])
        let ending = await gateway("call", "pricing.quot", services: services)
        #expect(
            ending.errors
                == #"{"code":"unknown_method","details":[],"message":"there is no method pricing.quot "#
                + #"(did you mean pricing.quote?)","retryable":false}"# + "\n")
        #expect(ending.exitCode == .refused)
        let service = await gateway("call", "prising.quote", services: services)
        #expect(
            service.errors.contains("which service is meant (did you mean pricing.quote?): start it with"))
        #expect(service.exitCode == .usage)
    }

    @Test func `methods are described in the notation of the contracts`() async {
        let described = """
            {"methods":[{"method":"catalog.get","needsKey":false,"reply":{"properties":{"products":{"items":\
            {"properties":{"rating":{"type":"number"},"sku":{"type":"string"}},"required":["sku"],"type":"object"},\
            "type":"array"}},"required":["products"],"type":"object"},"request":{"properties":{"at":{"format":"date-time",\
            "type":"string"},"sort":{"enum":["name","price"],"type":"string"}},"type":"object"}}]}
            """
        let services = FakeServices(["$sys.describe": reply(described)])
        let ending = await gateway("describe", "catalog", services: services)
        #expect(
            ending.output == """
                catalog.get
                  request  {at?: date-time, sort?: "name"|"price"}
                  reply    {products: [{rating?: number, sku: string}]}

                """)
    }

    @Test func `one method is described alone, and a mistyped one is told which is meant`() async {
        let methods = ["pricing.quote", "pricing.put"].map {
            #"{"method":"\#($0)","needsKey":false,"reply":{},"request":{}}"#
        }
        let services = FakeServices([
            "$sys.describe": reply(#"{"methods":[\#(methods.joined(separator: ","))]}"#)
        ])
        let ending = await gateway("describe", "pricing.quote", services: services)
        #expect(ending.output == "pricing.quote\n  request  any\n  reply    any\n")
        let mistyped = await gateway("describe", "pricing.qoute", services: services)
        #expect(
            mistyped.errors.hasPrefix(
                "gateway: there is no method pricing.qoute (did you mean pricing.quote?)"))
        #expect(mistyped.exitCode == .refused)
    }

    @Test func `any service is called and described by its address`() async throws {
        let services = FakeServices([
            "greeter.greet": reply(#"{"greeting":"Hello"}"#), "$sys.describe": reply(#"{"methods":[]}"#),
        ])
        let address = "tcp://127.0.0.1:7190"
        let ending = await gateway("call", address, "greeter.greet", #"{"name":"Ada"}"#, services: services)
        #expect(ending.output == "{\"greeting\":\"Hello\"}\n")
        #expect(await services.bodies("greeter.greet") == [#"{"name":"Ada"}"#])
        _ = await gateway("describe", address, services: services)
        let replica = try Endpoint(address)
        #expect(await services.calls.map(\.replica) == [replica, replica])
        #expect(await services.calls.allSatisfy { $0.service == .other })
        let away = FakeServices(["greeter.greet": fail(.notConnected(.refused, at: address))])
        #expect(
            await gateway("call", address, "greeter.greet", services: away).errors
                == "gateway: the service is not there: nothing listens at \(address): is the address right?\n"
        )
        #expect(
            await gateway("call", address, "x.y", "--service", "catalog", services: services).exitCode
                == .usage)
    }

    @Test func `a raw call reads its body from a file`() async throws {
        let path = "/tmp/body-\(makeIdempotencyKey()).json"
        try Data(#"{"skus":["kiwi"]}"#.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let services = FakeServices(["catalog.get": reply("{}")])
        _ = await gateway("call", "catalog.get", "@" + path, services: services)
        #expect(await services.bodies("catalog.get") == [#"{"skus":["kiwi"]}"#])
        let missing = await gateway("call", "catalog.get", "@/nowhere/x.json", services: services)
        #expect(missing.exitCode == .usage && missing.errors.contains("/nowhere/x.json"))
    }
}
