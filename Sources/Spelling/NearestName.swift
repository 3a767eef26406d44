/// The candidate that a name was probably meant to be: spelled nearly so, whatever its case.
package func nearestName(to name: String, among candidates: [String]) -> String? {
    let name = String(name.prefix(longestName)).lowercased()
    let ranked = candidates.map { (candidate: $0, distance: editDistance(name, $0.lowercased())) }
    guard let nearest = ranked.min(by: { $0.distance < $1.distance }),
        nearest.distance <= max(1, name.count / 3)
    else { return nil }
    return nearest.candidate
}

/// What is longer was no name.
private let longestName = 64

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
