import Testing

@testable import Messaging

@Suite struct RetryBudgetTests {
    @Test(arguments: [(1, 0), (10, 0), (10, 100), (1000, 37)])
    func `when everything fails attempts stay within 1.2 times the calls and the cap`(cap: Int, calls: Int) {
        var budget = RetryBudget(cap: cap)
        var attempts = 0
        for _ in 0..<calls {
            budget.countCall()
            attempts += 1
            while budget.spend() { attempts += 1 }
        }
        while budget.spend() { attempts += 1 }
        #expect(Double(attempts) <= 1.2 * Double(calls) + Double(cap))
    }

    @Test func `five calls earn one retry, and never more than the cap`() {
        var budget = RetryBudget(cap: 1)
        #expect(budget.spend() == true)
        for _ in 0..<4 { budget.countCall() }
        #expect(budget.spend() == false)
        budget.countCall()
        #expect(budget.spend() == true)
        for _ in 0..<1000 { budget.countCall() }
        #expect(budget.spend() == true)
        #expect(budget.spend() == false)
    }
}
