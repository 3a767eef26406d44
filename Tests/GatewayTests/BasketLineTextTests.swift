import CommandLineOptions
import Contracts
import Testing

@testable import Gateway

@Suite struct BasketLineTextTests {
    @Test(
        arguments: [
            ("strawberry", "strawberry", 1, nil),
            ("strawberry:3", "strawberry", 3, nil),
            ("strawberry:0", "strawberry", 0, nil),
            ("strawberry:-2", "strawberry", -2, nil),
            ("OLJ-a.b_c/d+e#f~g:12", "OLJ-a.b_c/d+e#f~g", 12, nil),
            ("cupcake,flavour=vanilla", "cupcake", 1, ["flavour": ["vanilla"]]),
            (
                "cupcake:6,flavour=rainbow,extras=frosting+sprinkles", "cupcake", 6,
                ["flavour": ["rainbow"], "extras": ["frosting", "sprinkles"]]
            ),
            ("a:1,x=y=z", "a", 1, ["x": ["y=z"]]),
        ] as [(String, String, Int64, [String: [String]]?)])
    func `a line is read`(text: String, sku: String, quantity: Int64, options: [String: [String]]?) throws {
        let line = try BasketLineText.parse(text)
        #expect(line.sku.text == sku)
        #expect(line.quantity == Quantity(quantity))
        #expect(line.options == options)
        #expect(line.note == nil)
    }

    @Test(arguments: [
        ("", "the sku is missing"), (":3", "the sku is missing"), (",flavour=vanilla", "the sku is missing"),
        ("straw berry", "a sku is"), ("käse:1", "a sku is"),
        ("strawberry:", "not nothing"), ("strawberry:3.5", "not 3.5"), ("strawberry:three", "not three"),
        ("strawberry:+3", "not +3"), ("strawberry:1e2", "not 1e2"), ("strawberry:1:2", "not 1:2"),
        ("strawberry:99999999999999999999", "a whole number"),
        ("cupcake:3,", "not empty"), ("cupcake:3,vanilla", "not vanilla"),
        ("cupcake:3,=vanilla", "not =vanilla"),
        ("cupcake:3,flavour=", "a choice of flavour is missing"),
        ("cupcake:3,extras=a++b", "a choice of extras is missing"),
        ("cupcake:3,extras=a,extras=b", "join its choices with +"),
    ])
    func `another text is refused with what is wrong`(text: String, reason: String) {
        let error = #expect(throws: UsageError.self) { try BasketLineText.parse(text) }
        #expect(error?.message.contains(reason) == true)
    }

    @Test(arguments: [
        ("2026-000123", OrderReference.number("2026-000123")), ("2026-1", .number("2026-1")),
        ("o_3c59dc", .id("o_3c59dc")), ("2026", .id("2026")), ("2026-", .id("2026-")),
        ("12-34", .id("12-34")),
        ("2026-12-34", .id("2026-12-34")), ("2026-00012x", .id("2026-00012x")),
    ])
    func `a number is told from an id`(text: String, reference: OrderReference) {
        #expect(OrderReference(text) == reference)
    }
}
