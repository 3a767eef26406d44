public import WireProtocol

/// Buys a locked quote.
public struct PlaceOrder: Request, Equatable {
    public typealias Reply = Order
    public static let method = "checkout.place"
    public static let repetition = Repetition.keyed

    /// The locked quote's token.
    public var token: String
    /// What the buyer saw; must equal the quote's total.
    public var expectedTotal: Amount
    public var customer: Customer
    public var address: Address
    public var payment: PaymentChoice

    public init(
        token: String, expectedTotal: Amount, customer: Customer, address: Address, payment: PaymentChoice
    ) {
        self.token = token
        self.expectedTotal = expectedTotal
        self.customer = customer
        self.address = address
        self.payment = payment
    }

    public func validate() throws(Fault) {
        var problems = Problems()
        problems.requireBytes(token, atMost: Bounds.tokenBytes, at: "token")
        try problems.throwIfAny()
    }
}

/// How the buyer pays. No card number ever enters: a provider's token stands for it.
public struct PaymentChoice: Codable, Sendable, Equatable {
    public var method: String
    public var token: String?

    public init(method: String, token: String? = nil) {
        self.method = method
        self.token = token
    }
}
