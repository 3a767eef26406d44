import CommandLineOptions
import Contracts
import WireProtocol

/// Lists orders, newest first.
struct OrdersCommand: ShopCommand {
    private static let status = Flag(
        "--status", value: "STATUS", allowed: OrderStatus.allCases.map(\.rawValue), help: "Only in this state"
    )
    private static let from = Flag(
        "--from", value: "WHEN", help: "Placed at this instant, on this day or later")
    private static let until = Flag(
        "--until", value: "WHEN", help: "Placed before this instant, or on this day at the latest")
    private static let limit = Flag("--limit", value: "N", help: "Rows of one page, 1 to 100 (default 20)")
    private static let cursor = Flag("--cursor", value: "CURSOR", help: "Where the next page starts")

    static let syntax = Command(
        name: "orders", summary: "List orders, newest first", flags: [status, from, until, limit, cursor],
        examples: [
            "gateway orders", "gateway orders --status placed --from 2026-06-01 --limit 100 --json",
        ])

    let request: ListOrders
    let typed: TypedWords

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        typed = TypedWords(
            parsed, ["from": Self.from, "until": Self.until, "limit": Self.limit, "cursor": Self.cursor])
        request = ListOrders(
            status: try parsed.wordOrNil(Self.status, OrderStatus.self),
            from: try parsed.instantOrNil(Self.from, settings.zone),
            until: try parsed.endOrNil(Self.until, settings.zone),
            limit: try parsed.pageLimitOrNil(Self.limit),
            cursor: parsed.textOrNil(Self.cursor))
    }

    func run(in shop: Shop) async throws(GatewayError) -> Answered<ListOrders.Reply> {
        try await shop.call(request)
    }
}
