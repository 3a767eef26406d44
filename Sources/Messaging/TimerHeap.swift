/// Times to act at, the earliest first. A pure value: whoever owns it brings the clock.
///
/// Most timers here are deadlines of calls that are answered long before, so cancelling is cheap and cancelled
/// entries are swept out when they outnumber the live ones.
struct TimerHeap<Action> {
    /// Names one timer for as long as it is pending.
    struct ID: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct Entry {
        let due: UInt64
        let id: ID
    }

    private var entries: [Entry] = []
    private var actions: [ID: Action] = [:]
    private var nextNumber: UInt64 = 0

    var count: Int { actions.count }

    /// When the earliest pending timer is due, in nanoseconds of the owner's clock.
    var earliestNanoseconds: UInt64? {
        mutating get {
            while let first = entries.first, actions[first.id] == nil { removeFirst() }
            return entries.first?.due
        }
    }

    mutating func add(atNanoseconds due: UInt64, _ action: Action) -> ID {
        let id = ID(number: nextNumber)
        nextNumber += 1
        actions[id] = action
        entries.append(Entry(due: due, id: id))
        siftUp(entries.count - 1)
        return id
    }

    /// Forgets a timer; nothing happens when it is past or cancelled already.
    mutating func cancel(_ id: ID) {
        guard actions.removeValue(forKey: id) != nil else { return }
        if entries.count > 64, entries.count > 2 * actions.count { sweep() }
    }

    /// Takes out the earliest timer that is due.
    mutating func popDue(nowNanoseconds now: UInt64) -> Action? {
        guard let earliest = earliestNanoseconds, earliest <= now else { return nil }
        let id = entries[0].id
        removeFirst()
        return actions.removeValue(forKey: id)
    }

    private mutating func sweep() {
        entries.removeAll { actions[$0.id] == nil }
        // A sorted array is a heap.
        entries.sort(by: Self.isBefore)
    }

    private mutating func removeFirst() {
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        siftDown(0)
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard Self.isBefore(entries[child], entries[parent]) else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            let left = 2 * parent + 1
            guard left < entries.count else { return }
            let right = left + 1
            let isRight = right < entries.count && Self.isBefore(entries[right], entries[left])
            let child = isRight ? right : left
            guard Self.isBefore(entries[child], entries[parent]) else { return }
            entries.swapAt(child, parent)
            parent = child
        }
    }

    /// Timers due at the same instant run in the order they were made.
    private static func isBefore(_ one: Entry, _ other: Entry) -> Bool {
        one.due != other.due ? one.due < other.due : one.id.number < other.id.number
    }
}
