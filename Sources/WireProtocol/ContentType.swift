/// How a body is written, as the header's `ct` says it.
public enum ContentType: String, Sendable, CaseIterable {
    case json = "application/json"
    /// The same keys and values in fewer bytes and less time; what our own processes speak.
    case cbor = "application/cbor"
}
