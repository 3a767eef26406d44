import Testing
import Threading

private actor Counter {
    nonisolated let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private(set) var count = 0

    init(executor: ThreadExecutor) { self.executor = executor }

    func add() { count += 1 }

    nonisolated func addAssumingIsolation() {
        assumeIsolated { $0.count += 1 }
    }

    func addThroughAssumption() { addAssumingIsolation() }
}

@Suite struct ThreadExecutorTests {
    @Test func `an actor on its own thread loses no call of many tasks`() async {
        let counter = Counter(executor: ThreadExecutor())
        await withTaskGroup { group in
            for _ in 0..<16 {
                group.addTask { for _ in 0..<500 { await counter.add() } }
            }
        }
        #expect(await counter.count == 8000)
    }

    @Test func `isolation can be assumed on the executor's thread`() async {
        let counter = Counter(executor: ThreadExecutor())
        await counter.addThroughAssumption()
        #expect(await counter.count == 1)
    }

    @Test func `what is handed to the thread runs in order, and with the actor's isolation`() async {
        let executor = ThreadExecutor()
        let counter = Counter(executor: executor)
        let order = Locked<[Int]>([])
        await withCheckedContinuation { continuation in
            for number in 0..<100 {
                executor.perform {
                    counter.addAssumingIsolation()
                    order.withLock { $0.append(number) }
                    if number == 99 { continuation.resume() }
                }
            }
        }
        #expect(await counter.count == 100)
        #expect(order.withLock { $0 } == Array(0..<100))
    }
}

@Suite struct LockedTests {
    @Test func `no increment under the lock is lost`() async {
        let total = Locked(0)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1000 { total.withLock { $0 += 1 } } }
            }
        }
        #expect(total.withLock { $0 } == 8000)
    }
}
