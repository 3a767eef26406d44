/// Which columns of a table are shown, and how wide, so that its rows fit a terminal.
struct TableLayout: Equatable {
    /// What a column needs, in columns of the terminal.
    struct Need {
        /// Of its widest cell.
        var natural: Int
        /// Of the longest part of a cell that is not broken.
        var longestWord: Int
        /// Whether long words may be broken.
        var breaks = false
        /// Of the columns that can be left out the lowest goes first; nil for those that cannot.
        var dispensability: Int?
    }

    static let gap = 2

    /// How narrow a column of text may become: first others are left out, then it is broken at blanks, then in words.
    fileprivate enum Squeeze {
        case comfortable, wrapped, broken
    }

    var kept: [Int]
    var widths: [Int]

    /// - Parameter total: columns of the terminal; nil where nothing limits.
    init(_ needs: [Need], total: Int?) {
        var kept = Array(needs.indices)
        guard let total else {
            self.init(kept: kept, widths: needs.map(\.natural))
            return
        }
        while Self.least(kept.map { needs[$0] }, .comfortable) > total,
            let spared = Self.mostDispensable(of: kept, needs)
        {
            kept.removeAll { $0 == spared }
        }
        let needed = kept.map { needs[$0] }
        let squeeze = [Squeeze.comfortable, .wrapped].first { Self.least(needed, $0) <= total } ?? .broken
        self.init(kept: kept, widths: Self.widths(needed, squeeze, total))
    }

    private init(kept: [Int], widths: [Int]) {
        self.kept = kept
        self.widths = widths
    }

    private static func mostDispensable(of kept: [Int], _ needs: [Need]) -> Int? {
        let ranked = kept.compactMap { index in needs[index].dispensability.map { (index, rank: $0) } }
        return ranked.min { $0.rank < $1.rank }?.0
    }

    private static func least(_ needs: [Need], _ squeeze: Squeeze) -> Int {
        needs.reduce(gap * (needs.count - 1)) { $0 + $1.least(squeeze) }
    }

    /// All as wide as they like, then the widest narrower until they fit.
    private static func widths(_ needs: [Need], _ squeeze: Squeeze, _ total: Int) -> [Int] {
        var widths = needs.map(\.natural)
        var surplus = widths.reduce(gap * (needs.count - 1), +) - total
        while surplus > 0 {
            let shrinkable = widths.indices.filter { widths[$0] > needs[$0].least(squeeze) }
            guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            surplus -= 1
        }
        return widths
    }
}

extension TableLayout.Need {
    fileprivate func least(_ squeeze: TableLayout.Squeeze) -> Int {
        guard breaks else { return longestWord }
        return switch squeeze {
        case .comfortable: min(natural, 24)
        case .wrapped: min(longestWord, 24)
        case .broken: min(longestWord, 6)
        }
    }
}
