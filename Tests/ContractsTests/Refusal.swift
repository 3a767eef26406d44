import WireProtocol

/// What a service would answer to a body: the fault of its shape, else of its rules; nil when both are kept.
func refusal<R: Request>(_ request: R.Type, _ body: String) -> Fault? {
    do throws(Fault) {
        try WireCoding(.json).decode(request, from: Array(body.utf8)).validate()
        return nil
    } catch {
        return error
    }
}

/// The same as `field code` per problem, in their order.
func problems<R: Request>(_ request: R.Type, _ body: String) -> [String] {
    (refusal(request, body)?.details ?? []).map { "\($0.field) \($0.code)" }
}

/// A list of that many distinct words.
func words(_ count: Int) -> String {
    "[" + (0..<count).map { "\"w\($0)\"" }.joined(separator: ",") + "]"
}

/// One byte longer than a text may be.
let longText = String(repeating: "x", count: 1025)
