/// What waits for its turn, by peer: each peer with something waiting has its turn before any has its second. A pure value.
struct FairQueue<Item> {
    private var waiting: [UInt64: [Item]] = [:]
    /// Peers with something waiting, the next one first.
    private var turns: ArraySlice<UInt64> = []
    private(set) var count = 0

    /// How many items have their turn before one that this peer adds now.
    func ahead(of peer: UInt64) -> Int {
        let own = waiting[peer]?.count ?? 0
        return min(count, (own + 1) * turns.count)
    }

    /// Whether something of this peer waits.
    func holds(_ peer: UInt64) -> Bool { waiting[peer] != nil }

    mutating func append(_ item: Item, of peer: UInt64) {
        if waiting[peer] == nil { turns.append(peer) }
        waiting[peer, default: []].append(item)
        count += 1
    }

    /// The item whose turn it is, of the peers that may have one; nil when there is none.
    mutating func next(where mayRun: (UInt64) -> Bool) -> (peer: UInt64, item: Item)? {
        guard let index = turns.firstIndex(where: mayRun) else { return nil }
        let peer = turns.remove(at: index)
        guard var items = waiting.removeValue(forKey: peer) else { return nil }
        count -= 1
        let item = items.removeFirst()
        if !items.isEmpty {
            waiting[peer] = items
            turns.append(peer)
        }
        return (peer, item)
    }

    /// Takes out what is not wanted any more.
    mutating func remove(of peer: UInt64, where isUnwanted: (Item) -> Bool) {
        guard let items = waiting[peer] else { return }
        let rest = items.filter { !isUnwanted($0) }
        count -= items.count - rest.count
        waiting[peer] = rest.isEmpty ? nil : rest
        if rest.isEmpty { turns.removeAll { $0 == peer } }
    }
}
