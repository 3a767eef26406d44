import Contracts
import WireProtocol

/// The rules for who buys and where it goes.
enum BuyerRules {
    /// Both, trimmed.
    ///
    /// - Throws: `invalid_address`, with every bad field and its path.
    static func checked(_ customer: Customer, _ address: Address) throws(Fault) -> Buyer {
        let buyer = Buyer(customer: customer.trimmed, address: address.trimmed)
        var problems = Problems()
        buyer.customer.check(&problems)
        buyer.address.check(&problems)
        guard let first = problems.details.first else { return buyer }
        throw Fault(
            .invalidArgument, code: invalidAddress, message: "\(first.field): \(first.message)",
            details: problems.details)
    }

    fileprivate static let invalidAddress = "invalid_address"
}

extension Customer {
    fileprivate var trimmed: Customer { Customer(name: name.trimmed, email: email?.trimmedOrNil) }

    fileprivate func check(_ problems: inout Problems) {
        problems.requireLine(name, at: "customer.name")
        guard let email else { return }
        problems.requireLine(email, at: "customer.email")
        if !Customer.isEmail(email) {
            problems.add(BuyerRules.invalidAddress, "must be like name@example.org", at: "customer.email")
        }
    }
}

extension Address {
    fileprivate var trimmed: Address {
        Address(
            street: street.trimmed, city: city.trimmed, region: region?.trimmedOrNil,
            postalCode: postalCode?.trimmedOrNil, country: country.trimmed)
    }

    fileprivate func check(_ problems: inout Problems) {
        problems.requireLine(street, at: "address.street")
        problems.requireLine(city, at: "address.city")
        if let region { problems.requireLine(region, at: "address.region") }
        if let postalCode { problems.requireLine(postalCode, at: "address.postalCode") }
        guard Country.isListed(country) else {
            problems.add(
                Country.problem(with: country, code: BuyerRules.invalidAddress), at: "address.country")
            return
        }
        if let problem = PostalCodeRule(country: country).problem(with: postalCode) {
            problems.add(
                FieldProblem(code: BuyerRules.invalidAddress, message: problem), at: "address.postalCode")
        }
    }
}

extension Problems {
    /// A trimmed text on one line that shows something.
    fileprivate mutating func requireLine(_ text: String, at field: String) {
        let code = BuyerRules.invalidAddress
        if text.isBlank { add(code, "must not be blank", at: field) }
        if text.utf8.count > Bounds.textBytes { add(code, "at most \(Bounds.textBytes) bytes", at: field) }
        if !text.isOneLine { add(code, "control characters are not allowed", at: field) }
    }
}

extension String {
    fileprivate var isOneLine: Bool {
        // Asking Unicode of each character takes long, and most texts need it for none.
        utf8.allSatisfy { (0x20...0x7E).contains($0) } || unicodeScalars.allSatisfy { !$0.breaksLines }
    }
}

extension Unicode.Scalar {
    fileprivate var breaksLines: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
