public import WireProtocol

/// Asks what a basket costs.
public struct QuoteBasket: Request, Equatable {
    public typealias Reply = Quote
    public static let method = "pricing.quote"

    public var currency: Currency
    public var lines: [BasketLine]
    public var coupons: [String]?
    /// Absent: the shop's home country.
    public var destination: Destination?
    /// The buyer's email, for limits per customer.
    public var customer: String?
    /// Another instant than now; not together with `lock`.
    public var at: Timestamp?
    /// Ask for a sealed token that holds this price for 15 minutes.
    public var lock: Bool?
    /// Ask for the steps that led to each amount.
    public var explain: Bool?

    public init(
        currency: Currency, lines: [BasketLine], coupons: [String]? = nil, destination: Destination? = nil,
        customer: String? = nil, at: Timestamp? = nil, lock: Bool? = nil, explain: Bool? = nil
    ) {
        self.currency = currency
        self.lines = lines
        self.coupons = coupons
        self.destination = destination
        self.customer = customer
        self.at = at
        self.lock = lock
        self.explain = explain
    }

    public func validate() throws(Fault) {
        var problems = Problems()
        problems.requireCount(lines.count, in: Bounds.lines, at: "lines", code: "too_many_lines")
        for index in lines.indices { lines[index].check(&problems, at: "lines[\(index)]") }
        problems.requireCount(coupons?.count ?? 0, in: Bounds.words, at: "coupons")
        for (index, coupon) in (coupons ?? []).enumerated() {
            problems.requireText(coupon, at: "coupons[\(index)]")
        }
        destination?.check(&problems, at: "destination")
        problems.checkText(customer, at: "customer")
        if at != nil, lock == true {
            problems.add(
                "invalid_request", "a locked quote is always for now: leave out at or lock", at: "at")
        }
        try problems.throwIfAny()
    }
}

/// One line of a basket: the client says what and how many, never what it costs.
public struct BasketLine: Codable, Sendable, Equatable {
    public var sku: Sku
    public var quantity: Quantity
    /// The choices made, by option group: `{"flavour":["rainbow"]}`.
    public var options: [String: [String]]?
    public var note: String?

    public init(sku: Sku, quantity: Quantity, options: [String: [String]]? = nil, note: String? = nil) {
        self.sku = sku
        self.quantity = quantity
        self.options = options
        self.note = note
    }
}

extension BasketLine {
    /// Bounds alone: whether the choices exist is pricing's to say.
    fileprivate func check(_ problems: inout Problems, at path: @autoclosure () -> String) {
        problems.checkText(note, at: "\(path()).note")
        guard let options else { return }
        problems.requireCount(options.count, in: Bounds.words, at: "\(path()).options")
        for (group, choices) in options.sorted(by: { $0.key < $1.key }) where choices.count > 100 {
            problems.requireCount(choices.count, in: 0...100, at: "\(path()).options.\(group)")
        }
    }
}

/// Where a basket goes, as far as tax and shipping need it.
public struct Destination: Codable, Sendable, Equatable {
    /// ISO 3166-1, two capital letters.
    public var country: String
    public var region: String?
    public var postalCode: String?

    public init(country: String, region: String? = nil, postalCode: String? = nil) {
        self.country = country
        self.region = region
        self.postalCode = postalCode
    }

    func check(_ problems: inout Problems, at path: String) {
        if !Country.isListed(country) {
            problems.add(Country.problem(with: country, code: "invalid_request"), at: "\(path).country")
        }
        problems.checkText(region, at: "\(path).region")
        problems.checkText(postalCode, at: "\(path).postalCode")
    }
}
