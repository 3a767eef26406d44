package import Contracts
import WireProtocol

extension Policy {
    /// The policy of a shop that has not set its own: at home in the US, without taxes or shipping charges.
    package static func standard(timeZone: String = "UTC") -> Policy {
        Policy(
            timeZone: timeZone, homeCountry: "US", currencies: usualCurrencies, rounding: .halfUp,
            taxMode: .line, taxIncluded: false, taxes: [], shipping: [])
    }

    private static let usualCurrencies = """
        AUD BRL CAD CHF CLF CNY CZK DKK EUR GBP HKD INR JPY KRW KWD MXN NOK NZD PLN SEK SGD USD ZAR
        """
        .split(separator: " ").compactMap { Currency(String($0)) }

    /// What a currency is called that the shop does not sell in.
    static func unsupported(_ currency: Currency) -> FieldProblem {
        FieldProblem(code: "unsupported_currency", message: "the shop does not sell in \(currency)")
    }
}
