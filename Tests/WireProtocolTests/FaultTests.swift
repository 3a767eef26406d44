import Testing
import WireProtocol

@Suite struct FaultTests {
    private static let golden: [(String, Fault)] = [
        (
            #"{"code":"unknown_sku","details":[],"message":"no such thing","retryable":false}"#,
            Fault(.notFound, code: "unknown_sku", message: "no such thing")
        ),
        (
            #"{"code":"overloaded","details":[],"message":"busy","retryable":true}"#,
            Fault(
                .resourceExhausted, code: "overloaded", message: "busy", retryable: true,
                retryAfterMilliseconds: 50)
        ),
        (
            #"{"code":"quantity_too_large","details":[{"code":"quantity_too_large","field":"lines[0].quantity","#
                + #""max":20,"message":"at most 20","min":3,"unit":"each"}],"#
                + #""message":"lines[0].quantity: at most 20","retryable":false}"#,
            .invalid([
                .init(
                    field: "lines[0].quantity", code: "quantity_too_large", message: "at most 20",
                    facts: ["min": 3, "max": 20, "unit": "each"])
            ])
        ),
    ]

    @Test(arguments: golden) func `a fault is its body and its header`(text: String, fault: Fault) throws {
        let body = try WireCoding(.json).encode(FaultBody(fault))
        #expect(String(decoding: body, as: UTF8.self) == text)
        var header = Header(.fault(fault.status))
        header.retryAfterMilliseconds = fault.retryAfterMilliseconds
        #expect(header.fault(body: body) == fault)
    }

    @Test func `a newer peer's fault is read as far as it is known`() throws {
        let header = try Header(parsing: Array("SHOP/1 ERR data_loss\nid: 7".utf8))
        let body =
            #"{"code":"torn","message":"a page is torn","retryable":false,"since":4,"#
            + #""details":[{"field":"a","code":"b","message":"c","list":[1],"n":2}]}"#
        let fault = header.fault(body: Array(body.utf8))
        #expect(fault.status == .internal)
        #expect(fault.code == "torn")
        #expect(fault.message == "data_loss: a page is torn")
        #expect(fault.details == [.init(field: "a", code: "b", message: "c", facts: ["n": 2])])
    }

    @Test(arguments: ["", "{}", "what", "[]"]) func `a fault whose body cannot be read is still one`(
        body: String
    ) {
        let fault = Header(.fault(.notFound)).fault(body: Array(body.utf8))
        #expect(fault.status == .notFound)
        #expect(fault.code == "not_found")
    }
}
