import Contracts

/// An order that was sent and not answered: what it takes to ask after it, or to send it again.
struct PendingOrder: Sendable {
    var key: String
    var request: PlaceOrder
    var currency: Currency
    /// Flags with the addresses of services that are not the usual ones.
    var addresses: [(String, String)] = []
    /// False when it never left.
    var mayBePlaced = true

    /// Two command lines: what became of it, and how it goes on.
    var text: String {
        """
        The order \(mayBePlaced ? "may have been" : "was not") placed; with this key it is never placed twice.
          key    \(key)
          token  \(SafeText.line(request.token))
        What became of it:  \(inquiry)
        To go on with it:   \(resumption)
        """
    }

    var inquiry: String {
        let words = addresses.map { " \($0) \(shellWord($1))" }.joined()
        return SafeText.line("gateway order-status --key \(shellWord(key))\(words)")
    }

    /// The same request, word by word: another body under this key would be refused.
    var resumption: String {
        let address = request.address
        let flags: [(String, String?)] =
            [
                ("--key", key), ("--token", request.token),
                ("--expected-total", request.expectedTotal.decimal(currency)), ("--currency", currency.code),
                ("--name", request.customer.name), ("--email", request.customer.email),
                ("--street", address.street), ("--city", address.city), ("--region", address.region),
                ("--postal-code", address.postalCode), ("--country", address.country),
                ("--payment", payment),
            ] + addresses
        let words = flags.compactMap { name, value in
            value.map { "\(name)\($0.hasPrefix("-") ? "=" : " ")\(shellWord($0))" }
        }
        return SafeText.line("gateway order " + words.joined(separator: " "))
    }

    private var payment: String {
        request.payment.token.map { "\(request.payment.method):\($0)" } ?? request.payment.method
    }
}
