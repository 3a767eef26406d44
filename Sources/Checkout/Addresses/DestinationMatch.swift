import Contracts
import WireProtocol

extension Address {
    /// Where this address is not the place that was quoted: country and region must be the same, the postal code
    /// only when the quote has one, and whatever its case and blanks.
    func differences(from quoted: Destination) -> [Fault.Detail] {
        var found: [Fault.Detail] = []
        func compare(_ given: String?, _ expected: String?, at field: String) {
            let expected = expected?.trimmedOrNil
            guard given != expected else { return }
            found.append(
                Fault.Detail(
                    field: "address.\(field)", code: "destination_changed",
                    message: expected.map { "the quote goes to \($0)" } ?? "the quote has none",
                    facts: expected.map { ["quoted": .text($0)] } ?? [:]))
        }
        compare(country, quoted.country, at: "country")
        compare(region, quoted.region, at: "region")
        if let code = quoted.postalCode?.trimmedOrNil, postalCode?.postalForm != code.postalForm {
            compare(postalCode, quoted.postalCode, at: "postalCode")
        }
        return found
    }
}

extension String {
    /// What tells postal codes apart.
    fileprivate var postalForm: String { uppercased().filter { !$0.isWhitespace } }
}
