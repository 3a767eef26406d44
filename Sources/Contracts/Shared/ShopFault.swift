public import WireProtocol

/// The faults that more than one service answers with. Every code stands once.
extension Fault {
    public static func unknownSku(_ sku: Sku, at field: String) -> Fault {
        let detail = Detail(
            field: field, code: "unknown_sku", message: "no product \(sku)", facts: ["sku": .text(sku.text)])
        return Fault(
            .notFound, code: "unknown_sku", message: "\(field): no product \(sku)", details: [detail])
    }

    public static let invalidCursor = Fault.invalid([
        Detail(field: "cursor", code: "invalid_cursor", message: "not a cursor of this query")
    ])

    /// The store cannot answer now (disk full, I/O error); the same call may succeed later.
    public static let storeUnavailable = Fault(
        .unavailable, code: "store_unavailable", message: "the store cannot answer now", retryable: true)
}
