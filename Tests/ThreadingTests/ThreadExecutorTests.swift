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
