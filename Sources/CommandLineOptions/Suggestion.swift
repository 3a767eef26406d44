/// `: did you mean …?` with the candidate that starts with `name` or is spelled nearly so; else empty.
func suggestion(for name: String, among candidates: [String]) -> String {
    let ranked = candidates.map { (candidate: $0, distance: editDistance(name, $0)) }
    let nearest = ranked.min { $0.distance < $1.distance }
    if let nearest, nearest.distance <= max(1, name.count / 3) {
        return ": did you mean \(nearest.candidate)?"
    }
    let longer = candidates.filter { $0.hasPrefix(name) }
    return longer.isEmpty || name.allSatisfy { $0 == "-" }
        ? "" : ": did you mean \(longer.joined(separator: " or "))?"
}

/// How many letters to insert, delete or replace (Levenshtein), one row of the table at a time.
private func editDistance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for j in b.indices {
            let replaced = diagonal + (letter == b[j] ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
        }
    }
    return row[b.count]
}
