/// Calls that no replica could take yet, first come, first served.
///
/// Ended ones stay until they are passed or swept, so ending a call costs nothing here.
struct WaitingCalls {
    private var ids: [UInt64] = []
    private var head = 0

    var count: Int { ids.count - head }
    var isEmpty: Bool { count == 0 }
    var first: UInt64? { isEmpty ? nil : ids[head] }

    mutating func append(_ id: UInt64) { ids.append(id) }

    mutating func removeFirst() {
        head += 1
        // Moving the rest is paid for by as many that went before.
        if head > 64, head > ids.count / 2 {
            ids.removeFirst(head)
            head = 0
        }
    }

    mutating func removeAll() {
        ids = []
        head = 0
    }

    /// Forgets what has ended, when that is most of it: nobody passes them while no replica is there.
    mutating func sweep(living count: Int, _ isAlive: (UInt64) -> Bool) {
        guard self.count > 64, self.count > 2 * count else { return }
        ids = ids[head...].filter(isAlive)
        head = 0
    }
}
