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

    /// What is asked for, or what it would change, lies in a store that is damaged; nothing was changed.
    ///
    /// - Parameter unreadable: names what cannot be read any more, `order 2026-000017`.
    public static func storeDamaged(unreadable: String? = nil) -> Fault {
        let what = unreadable.map { "\($0) cannot be read: " } ?? ""
        return Fault(
            .unavailable, code: "store_damaged",
            message: "\(what)the store is damaged, its service's health says where: restore a backup")
    }

    /// The disk failed when a change was to be kept, and again when it was to be undone: after a restart it may be there.
    public static let unknownOutcome = Fault(
        .unavailable, code: "unknown_outcome",
        message: "the disk fails, and whether this is kept is not known: ask again with the same key",
        retryable: true)
}
