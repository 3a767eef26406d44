import CommandLineOptions
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

extension BasketMix {
    /// Reads `lines=3,skus=mango+kiwi`.
    init(_ text: String, seed: UInt64) throws(UsageError) {
        self.init(lines: 3, skus: BasketMix.starterSkus, seed: seed)
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { throw BasketMix.malformed(text) }
            switch pair[0] {
            case "lines":
                guard let count = Int(pair[1]), Bounds.lines.contains(count) else {
                    throw BasketMix.malformed(text)
                }
                lines = count
            case "skus":
                let named = pair[1].split(separator: "+").compactMap { Sku(String($0)) }
                guard !named.isEmpty, Bounds.skus.contains(named.count) else {
                    throw BasketMix.malformed(text)
                }
                skus = named
            default: throw BasketMix.malformed(text)
            }
        }
    }

    /// What the starter shop sells by the piece.
    private static let starterSkus = [
        "strawberry", "pineapple", "blueberry", "dragonfruit", "lychee", "mango", "kiwi", "watermelon",
        "orange",
        "apple", "banana", "grape", "avocado",
    ].compactMap { Sku($0) }

    private static func malformed(_ text: String) -> UsageError {
        UsageError(message: "--basket is lines=1…200 and skus=SKU+SKU, not \(text)")
    }
}
