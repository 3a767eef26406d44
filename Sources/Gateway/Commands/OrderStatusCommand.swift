import CommandLineOptions
import Contracts

/// What became of an order.
struct OrderStatusCommand: ShopCommand {
    private static let order = Argument("ORDER", optional: true, help: "The order's id or number")
    private static let key = Flag("--key", value: "KEY", help: "The key that the order was sent with")

    static let syntax = Command(
        name: "order-status", summary: "Show an order by its id, its number or its key", arguments: [order],
        flags: [key],
        examples: [
            "gateway order-status 2026-000123", "gateway order-status --key 8f14e45fceea167a5a36dedd4bea2543",
        ])

    let request: FindOrder
    let typed: TypedWords

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        typed = TypedWords(parsed, ["id": Self.order, "number": Self.order, "key": Self.key])
        switch (parsed.textOrNil(Self.order), try parsed.keyOrNil(Self.key)) {
        case (let order?, nil): request = OrderReference(order).request
        case (nil, let key?): request = FindOrder(key: key)
        default:
            throw UsageError(message: "give either ORDER (an id or a number) or --key KEY")
        }
    }

    func run(in shop: Shop) async throws(GatewayError) -> Answered<Order> {
        try await shop.call(request)
    }
}
