import Contracts
import WireProtocol

/// Baskets and quotes of every shape, with each optional field there or not.
struct RandomQuotes {
    private var generator = SystemRandomNumberGenerator()

    private mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
        .random(in: range, using: &generator)
    }

    private mutating func maybe<Value>(_ value: (inout RandomQuotes) -> Value) -> Value? {
        Bool.random(using: &generator) ? value(&self) : nil
    }

    private mutating func several<Value>(_ most: Int64, _ value: (inout RandomQuotes) -> Value) -> [Value] {
        (0..<number(0...most)).map { _ in value(&self) }
    }

    private mutating func text() -> String {
        let words = [
            "", "a", "Grün", "水", "a text that needs a longer head than one byte", "\u{e9}", "e\u{301}",
        ]
        return words[Int(number(0...Int64(words.count - 1)))]
    }

    mutating func optionalText() -> String? { maybe { $0.text() } }

    private mutating func amount() -> Amount {
        let bits = number(0...53)
        return Amount(number(-(1 << bits) + 1...(1 << bits) - 1))
    }

    private mutating func sku() -> Sku {
        Sku(example: ["kiwi", "Woo-tshirt-logo", "a/b#c~1"][Int(number(0...2))])
    }

    private mutating func options() -> [String: [String]]? {
        maybe { random in
            let pairs = random.several(4) { ($0.text(), $0.several(3) { $0.text() }) }
            return Dictionary(pairs, uniquingKeysWith: { $1 })
        }
    }

    private mutating func destination() -> Destination {
        Destination(country: "DE", region: optionalText(), postalCode: optionalText())
    }

    private mutating func instant() -> Timestamp {
        Timestamp(milliseconds: number(-62_167_219_200_000...253_402_300_799_999))
    }

    private mutating func steps() -> [Why]? {
        maybe { $0.several(3) { Why(what: $0.text(), before: $0.amount(), after: $0.amount()) } }
    }

    mutating func basket() -> QuoteBasket {
        QuoteBasket(
            currency: .usDollar,
            lines: several(30) {
                BasketLine(
                    sku: $0.sku(), quantity: Quantity($0.number(-3...70_000)), options: $0.options(),
                    note: $0.optionalText())
            },
            coupons: maybe { $0.several(3) { $0.text() } }, destination: maybe { $0.destination() },
            customer: optionalText(), at: maybe { $0.instant() }, lock: maybe { _ in true },
            explain: maybe { _ in false })
    }

    private mutating func line() -> QuoteLine {
        QuoteLine(
            sku: sku(), quantity: Quantity(number(0...999)), options: options(), note: optionalText(),
            unitPrice: amount(), surcharge: amount(), discount: amount(), tax: amount(), total: amount(),
            why: steps())
    }

    mutating func quote() -> Quote {
        Quote(
            currency: .usDollar, at: instant(), lines: several(6) { $0.line() }, subtotal: amount(),
            discount: amount(), unusedDiscount: maybe { $0.amount() }, shipping: amount(),
            shippingTax: amount(), tax: amount(),
            taxes: several(3) {
                TaxSum(
                    name: $0.text(), ratePpm: WireInteger($0.number(0...300_000)), net: $0.amount(),
                    tax: $0.amount())
            },
            total: amount(), taxIncluded: .random(using: &generator), taxMode: .order, rounding: .halfEven,
            destination: destination(), coupons: several(2) { $0.text() },
            rejectedCoupons: several(2) { RejectedCoupon(code: $0.text(), reason: $0.text()) }, why: steps(),
            id: optionalText(), token: optionalText(), expiresAt: maybe { $0.instant() })
    }

    static let sampleBasket = QuoteBasket(
        currency: .usDollar,
        lines: [
            BasketLine(sku: Sku(example: "kiwi"), quantity: 3, options: ["b": ["c", "d"], "aa": []]),
            BasketLine(sku: Sku(example: "mango"), quantity: 300, note: "ü"),
        ], destination: Destination(country: "US", region: "CA"), at: Timestamp(milliseconds: 0), lock: false)

    static let sampleQuote = Quote(
        currency: .usDollar, at: Timestamp(milliseconds: 1),
        lines: [
            QuoteLine(
                sku: Sku(example: "kiwi"), quantity: 3, unitPrice: 175, surcharge: 0, discount: 25, tax: 42,
                total: 500, why: [Why(what: "tier", before: 1, after: -70_000)])
        ], subtotal: 525, discount: 25, shipping: 0, shippingTax: 0, tax: 42,
        taxes: [TaxSum(name: "VAT", ratePpm: 200_000, net: 500, tax: 42)], total: 542, taxIncluded: false,
        taxMode: .line, rounding: .halfUp, destination: Destination(country: "US"), coupons: [],
        rejectedCoupons: [RejectedCoupon(code: "X", reason: "expired")], id: "q1")
}

extension Sku {
    /// A sku that the test knows to be well-formed.
    fileprivate init(example text: String) { self = Sku(text) ?? .example }
}
