import Foundation

/// Kills checkout during some of many orders, at moments that nobody can foresee.
struct Killer {
    /// How often at least an order has to be under way when checkout dies.
    static let leastHits = 3

    private let shop: ShopProcesses
    private let victims: Set<Int>
    private let orders: Int
    /// How long the last order took that was left in peace.
    private var usual = Duration.milliseconds(5)

    init(_ shop: ShopProcesses, kills: Int, among orders: Int) {
        self.shop = shop
        self.orders = orders
        victims = Set((0..<orders).shuffled().prefix(kills))
    }

    /// Runs an order, and kills and restarts checkout meanwhile when its turn has come.
    ///
    /// - Parameter hits: how many orders were under way so far when checkout died.
    mutating func strike<Answer: Sendable>(
        during number: Int, hits: Int, _ order: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let isLate = number > orders * 3 / 4
        guard victims.contains(number) || isLate && hits < Self.leastHits else {
            let start = ContinuousClock.now
            let answer = try await order()
            usual = start.duration(to: .now)
            return answer
        }
        async let answer = order()
        // Before it arrives, while it is written, or after it is answered.
        try await Task.sleep(for: usual * Double.random(in: 0...1.5))
        try await shop.killAndRestart(.checkout)
        return try await answer
    }
}
