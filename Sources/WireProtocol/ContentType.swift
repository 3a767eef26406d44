/// How a body is written, as the header's `ct` says it.
public enum ContentType: String, Sendable, CaseIterable {
    case json = "application/json"
}
