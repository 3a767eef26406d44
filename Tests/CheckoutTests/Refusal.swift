import Testing
import WireProtocol

/// The fault that `body` ends with; records an issue when there is none.
func refusal(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> some Any
) async -> Fault? {
    do {
        _ = try await body()
        Issue.record("not refused", sourceLocation: sourceLocation)
    } catch let fault as Fault {
        return fault
    } catch {
        Issue.record("\(error) is no fault", sourceLocation: sourceLocation)
    }
    return nil
}
