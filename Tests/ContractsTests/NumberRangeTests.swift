import Contracts
import Testing
import WireProtocol

/// Numbers that no field can hold, in every kind of field that holds one.
@Suite struct NumberRangeTests {
    /// A request with one number in it.
    struct Place: Sendable, CustomTestStringConvertible {
        let field: String
        let code: String
        let testDescription: String
        /// The refusal of the request with this text where the number stands.
        let refused: @Sendable (_ number: String) -> Fault?

        init<R: Request>(_ request: R.Type, _ field: String, _ code: String, _ body: String) {
            self.field = field
            self.code = code
            testDescription = "\(R.method) \(field)"
            refused = { refusal(request, body.replacing("#", with: $0)) }
        }
    }

    private static let offer = #"{"offers":[{"sku":"kiwi","prices":[{"currency":"USD","unitPrice":"#
    private static let promotion = #"{"promotions":[{"id":"p","name":"P","scope":"line","exclusive":false,"#
    private static let policy = """
        {"timeZone":"UTC","homeCountry":"US","currencies":["USD"],"rounding":"half_up","taxMode":"line",\
        "taxIncluded":false,
        """

    static let places: [Place] = [
        Place(
            QuoteBasket.self, "lines[0].quantity", "quantity_too_large",
            #"{"currency":"USD","lines":[{"sku":"kiwi","quantity":#}]}"#),
        Place(
            PutOffers.self, "offers[0].prices[0].unitPrice", "amount_too_large", offer + "#}]}]}"),
        Place(
            PutOffers.self, "offers[0].prices[0].tiers[0].minQuantity", "quantity_too_large",
            offer + #"5,"tiers":[{"minQuantity":#,"unitPrice":4}]}]}]}"#),
        Place(
            PutOffers.self, "offers[0].quantity.step", "quantity_too_large",
            offer + #"5}],"quantity":{"min":1,"max":9,"step":#}}]}"#),
        Place(
            PutOffers.self, "offers[0].content.quantity", "number_too_large",
            offer + ##"5}],"content":{"quantity":#,"measure":"g"}}]}"##),
        Place(
            SetPrice.self, "unitPrice", "amount_too_large",
            #"{"sku":"kiwi","currency":"USD","unitPrice":#}"#),
        Place(
            PutPromotions.self, "promotions[0].percentPpm", "number_too_large",
            promotion + ##""priority":1,"percentPpm":#}]}"##),
        Place(
            PutPromotions.self, "promotions[0].priority", "number_too_large",
            promotion + ##""priority":#,"percentPpm":5}]}"##),
        Place(
            PutPromotions.self, "promotions[0].buy", "quantity_too_large",
            promotion + ##""priority":1,"buy":#,"get":1}]}"##),
        Place(
            PutPolicy.self, "taxes[0].ratePpm", "number_too_large",
            policy + ##""taxes":[{"country":"US","category":"a","ratePpm":#,"name":"T"}],"shipping":[]}"##),
        Place(
            PutPolicy.self, "shipping[0].freeFrom", "amount_too_large",
            policy + """
                "taxes":[],"shipping":[{"country":"US","currency":"USD","amount":1,"freeFrom":#,"taxCategory":"a"}]}
                """),
        Place(SearchProducts.self, "limit", "number_too_large", #"{"limit":#}"#),
        Place(
            SearchProducts.self, "minPrice", "amount_too_large", #"{"currency":"USD","minPrice":#}"#),
        Place(ListOrders.self, "limit", "number_too_large", #"{"limit":#}"#),
        Place(PricingSync.self, "after", "number_too_large", #"{"stream":"prices","after":#}"#),
        Place(
            Restock.self, "changes[0].add", "quantity_too_large", #"{"changes":[{"sku":"kiwi","add":#}]}"#),
        Place(RefundOrder.self, "amount", "amount_too_large", #"{"id":"o","amount":#}"#),
        Place(
            PlaceOrder.self, "expectedTotal", "amount_too_large",
            #"{"token":"t","expectedTotal":#,"customer":{"name":"A"},"address":{"street":"s","city":"c","#
                + #""country":"US"},"payment":{"method":"offline"}}"#),
    ]

    static let tooLarge = [
        "1e30", "-1e30", "1e400", "-1e400", "1E+400", "1.5e999999999", "9007199254740992e300",
        String(repeating: "9", count: 400), "-" + String(repeating: "9", count: 400) + ".5",
    ]

    @Test(arguments: places, tooLarge)
    func `a number that no field holds is out of range, and the field and its bounds are named`(
        place: Place, number: String
    ) {
        let fault = place.refused(number)
        #expect(fault?.status == .invalidArgument)
        #expect(fault?.code == place.code)
        #expect(fault?.details.map(\.field) == [place.field])
        #expect(fault?.details.first?.facts["max"] != nil, "\(String(describing: fault))")
    }

    static let notWhole = [
        "0.5", "1e-300", "1e-3", #""1e400""#, "true", "[1e400]", #"{"a":1}"#, #""""#,
    ]

    @Test(arguments: places, notWhole)
    func `what is no whole number is none, however small`(place: Place, value: String) {
        let fault = place.refused(value)
        #expect(fault?.code == "not_a_whole_number", "\(String(describing: fault))")
        #expect(fault?.details.map(\.field) == [place.field])
    }

    @Test(arguments: ["0e400", "-0e999", "0.0e400", "30e-1", "0.003e3"])
    func `a whole number is one however it is written`(number: String) {
        #expect(refusal(PricingSync.self, #"{"stream":"prices","after":\#(number)}"#) == nil)
    }
}
