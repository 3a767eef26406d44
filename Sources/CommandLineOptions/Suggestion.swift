import Spelling

/// `: did you mean …?` with the candidate that starts with `name` or is spelled nearly so; else empty.
func suggestion(for name: String, among candidates: [String]) -> String {
    if let nearest = nearestName(to: name, among: candidates) { return ": did you mean \(nearest)?" }
    let longer = candidates.filter { $0.hasPrefix(name) }
    return longer.isEmpty || name.allSatisfy { $0 == "-" }
        ? "" : ": did you mean \(longer.joined(separator: " or "))?"
}
