/// Times to act at, the earliest first. A pure value: whoever owns it brings the clock.
///
/// Most timers here are deadlines of calls that are answered long before, so cancelling is cheap and cancelled
/// entries are swept out when they outnumber the live ones.
struct TimerHeap<Action> {
    /// One timer. Its owner cancels it by this.
    final class Timer {
        fileprivate let due: UInt64
        fileprivate let number: UInt64
        /// Nil when it has run or was cancelled.
        fileprivate var action: Action?

        fileprivate init(due: UInt64, number: UInt64, action: Action) {
            self.due = due
            self.number = number
            self.action = action
        }

        /// Timers due at the same instant run in the order they were made.
        fileprivate func isBefore(_ other: Timer) -> Bool {
            due != other.due ? due < other.due : number < other.number
        }
    }

    private var timers: [Timer] = []
    private var nextNumber: UInt64 = 0

    /// How many are pending.
    private(set) var count = 0

    /// When the earliest pending timer is due, in nanoseconds of the owner's clock.
    var earliestNanoseconds: UInt64? {
        mutating get {
            while let first = timers.first, first.action == nil { removeFirst() }
            return timers.first?.due
        }
    }

    mutating func add(atNanoseconds due: UInt64, _ action: Action) -> Timer {
        let timer = Timer(due: due, number: nextNumber, action: action)
        nextNumber += 1
        count += 1
        timers.append(timer)
        siftUp(timers.count - 1)
        return timer
    }

    /// Forgets a timer; nothing happens when it is past or cancelled already.
    mutating func cancel(_ timer: Timer) {
        guard timer.action != nil else { return }
        timer.action = nil
        count -= 1
        if timers.count > 64, timers.count > 2 * count { sweep() }
    }

    /// Takes out the earliest timer that is due.
    mutating func popDue(nowNanoseconds now: UInt64) -> Action? {
        guard let earliest = earliestNanoseconds, earliest <= now else { return nil }
        let timer = timers[0]
        removeFirst()
        count -= 1
        defer { timer.action = nil }
        return timer.action
    }

    private mutating func sweep() {
        timers.removeAll { $0.action == nil }
        // A sorted array is a heap.
        timers.sort { $0.isBefore($1) }
    }

    private mutating func removeFirst() {
        timers.swapAt(0, timers.count - 1)
        timers.removeLast()
        siftDown(0)
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard timers[child].isBefore(timers[parent]) else { return }
            timers.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            let left = 2 * parent + 1
            guard left < timers.count else { return }
            let right = left + 1
            let isRight = right < timers.count && timers[right].isBefore(timers[left])
            let child = isRight ? right : left
            guard timers[child].isBefore(timers[parent]) else { return }
            timers.swapAt(child, parent)
            parent = child
        }
    }
}
