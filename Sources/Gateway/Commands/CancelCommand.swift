import CommandLineOptions
import Contracts

/// Cancels an order: its stock goes back.
struct CancelCommand: ChangingCommand {
    private static let order = Argument("ORDER", help: "The order's id or number")
    private static let note = Flag("--note", value: "TEXT", help: "Why, kept with the order")

    static let syntax = Command(
        name: "cancel", summary: "Cancel an order; its stock goes back", arguments: [order],
        flags: [note, keyFlag],
        examples: [#"gateway cancel 2026-000123 --note "ordered twice""#])

    let order: OrderReference
    let note: String?
    let typed: TypedWords
    let key: String

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        typed = TypedWords(parsed, ["id": Self.order, "number": Self.order, "note": Self.note])
        order = OrderReference(try parsed.text(Self.order))
        note = parsed.textOrNil(Self.note)
        key = try parsed.keyOrNil(Self.keyFlag) ?? makeIdempotencyKey()
    }

    func run(in shop: Shop) async throws(GatewayError) -> Answered<Order> {
        try await shop.change(CancelOrder(id: try await id(shop), note: note), key: key)
    }

    private func id(_ shop: Shop) async throws(GatewayError) -> String {
        switch order {
        case .id(let id): id
        case .number: try await shop.call(order.request).value.id
        }
    }
}
