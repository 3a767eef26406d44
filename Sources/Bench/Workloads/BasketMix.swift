import Contracts

/// The baskets of a run: `--basket lines=3,skus=100` or named skus; the same number is the same basket.
struct BasketMix: Sendable, Equatable {
    /// Lines of each basket; 1…200.
    var lines: Int
    /// What is bought; lines take from it.
    var skus: [Sku]
    var seed: UInt64

    func basket(_ number: Int, currency: Currency, choices: [Sku: [String: [String]]], lock: Bool = false)
        -> QuoteBasket
    {
        var random = SplitMix(seed: seed &+ UInt64(number % 1024))
        let chosen = (0..<lines).map { _ in skus[Int.random(in: 0..<skus.count, using: &random)] }
        let bought = chosen.map { sku in
            BasketLine(
                sku: sku, quantity: Quantity(Int64.random(in: 3...9, using: &random)), options: choices[sku])
        }
        return QuoteBasket(currency: currency, lines: bought, lock: lock ? true : nil)
    }
}
