/// The outcome of a call as it stands in the header: gRPC's names in lower case.
public enum Status: String, Sendable, CaseIterable {
    case invalidArgument = "invalid_argument"
    case notFound = "not_found"
    case alreadyExists = "already_exists"
    case failedPrecondition = "failed_precondition"
    case unauthenticated
    case permissionDenied = "permission_denied"
    case deadlineExceeded = "deadline_exceeded"
    /// Overload; comes with `retry-after`.
    case resourceExhausted = "resource_exhausted"
    /// An idempotency conflict or a lost race.
    case aborted
    /// Not now: draining, or the store or a peer is away.
    case unavailable
    case unimplemented
    case `internal`
}
