import Testing

@testable import Gateway

@Suite struct StatusTests {
    @Test func `status shows every replica, and is exit code 3 when one does not answer`() async {
        let stats = """
            {"counters":{},"methods":[{"calls":7,"faults":{"not_found":2},"inFlight":1,"latencyMicroseconds":\
            {"max":9000,"p50":120,"p90":300,"p99":4567},"method":"catalog.get"}]}
            """
        let services = FakeServices([
            "$sys.health": { call in
                if call.service == .checkout { return .failure(.late) }
                let isWell = call.service == .catalog
                return .body(
                    isWell
                        ? #"{"reasons":[],"status":"serving"}"#
                        : #"{"reasons":["store"],"status":"not_serving"}"#)
            },
            "$sys.info": { call in
                .body(Samples.catalogInfo.replacing("catalog", with: call.service.name))
            }, "$sys.stats": reply(stats),
        ])
        let ending = await gateway("status", "--timeout", "2s", services: services)
        #expect(
            ending.output == """
                SERVICE   ADDRESS               HEALTH                     VERSION  INSTANCE  CALLS  FAULTS  IN FLIGHT  P50 MS  P99 MS
                catalog   tcp://127.0.0.1:7010  serving                    0.1.0    c-1           7       2          1    0.12    4.56
                pricing   tcp://127.0.0.1:7020  not_serving                0.1.0    c-1           7       2          1    0.12    4.56
                checkout  tcp://127.0.0.1:7030  did not answer within 2 s

                pricing  store

                """)
        #expect(ending.exitCode == .unreachable)
        #expect(await Set(services.calls.map(\.replica)).count == 3)
    }

    /// A service that answers is not away: trying again does not help.
    @Test func `status tells in full why a service does not serve, and that is exit code 1`() async {
        let reason =
            "the store takes no changes: /srv/checkout.sqlite is damaged: page 2 is not as it was written "
            + "(table orders): restore a backup: stop the service, put the copy in its place"
        let services = FakeServices([
            "$sys.health": { call in
                .body(
                    call.service == .checkout
                        ? #"{"reasons":["\#(reason)"],"status":"not_serving"}"#
                        : #"{"reasons":[],"status":"serving","notes":["prices 12 s old"]}"#)
            },
            "$sys.info": { call in
                .body(Samples.catalogInfo.replacing("catalog", with: call.service.name))
            }, "$sys.stats": reply(#"{"counters":{},"methods":[]}"#),
        ])
        let ending = await gateway("status", services: services)
        #expect(
            ending.output.hasSuffix(
                """

                catalog   prices 12 s old
                pricing   prices 12 s old
                checkout  \(reason)

                """))
        #expect(ending.exitCode == .refused)
    }

    @Test func `a shop that is closed is told once how it opens`() async {
        let ending = await gateway("status", services: FakeServices())
        #expect(ending.output.split(separator: "does not answer").count == 4)
        #expect(
            ending.output.hasSuffix(
                """

                `deploy/up` starts the shop; --catalog, --pricing and --checkout say where else it listens

                """))
        #expect(ending.exitCode == .unreachable)
        let one = await gateway("orders", "--timeout", "5ms", services: FakeServices())
        #expect(
            one.errors == """
                gateway: checkout does not answer at tcp://127.0.0.1:1 (waited 5 ms): `deploy/up` starts the shop, \
                --checkout or SHOP_CHECKOUT says where else it listens

                """)
    }
}
