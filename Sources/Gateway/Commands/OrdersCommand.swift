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
    private static let day = Flag("--day", value: "DAY", help: "Placed on this day, such as 2026-06-19")
    private static let buyer = Flag(
        "--buyer", value: "TEXT", help: "Only of buyers with this in their name or email")
    private static let withoutBench = Flag("--without-bench", help: "Leave out what `bench order` placed")
    private static let limit = Flag("--limit", value: "N", help: "Rows of one page, 1 to 100 (default 20)")
    private static let cursor = Flag("--cursor", value: "CURSOR", help: "Where the next page starts")

    static let syntax = Command(
        name: "orders", summary: "List orders, newest first",
        flags: [status, day, from, until, buyer, withoutBench, limit, cursor],
        examples: [
            "gateway orders", "gateway orders --day 2026-06-01 --without-bench",
            "gateway orders --buyer ada --status placed",
            "gateway orders --status placed --from 2026-06-01 --limit 100 --json",
        ])

    let request: ListOrders
    let typed: TypedWords

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        typed = TypedWords(
            parsed,
            [
                "from": Self.from, "until": Self.until, "buyer": Self.buyer, "limit": Self.limit,
                "cursor": Self.cursor,
            ])
        let (from, until) = try Self.time(parsed, settings.zone)
        request = ListOrders(
            status: try parsed.wordOrNil(Self.status, OrderStatus.self), from: from, until: until,
            buyer: parsed.textOrNil(Self.buyer),
            exceptBuyer: parsed.isOn(Self.withoutBench) ? Customer.bench.name : nil,
            limit: try parsed.pageLimitOrNil(Self.limit), cursor: parsed.textOrNil(Self.cursor))
    }

    private static func time(
        _ parsed: Parsed, _ zone: Zone
    ) throws(UsageError) -> (from: Timestamp?, until: Timestamp?) {
        guard parsed.isGiven(day) else {
            return (try parsed.instantOrNil(from, zone), try parsed.endOrNil(until, zone))
        }
        guard !parsed.isGiven(from), !parsed.isGiven(until) else {
            throw UsageError(message: "--day takes neither --from nor --until")
        }
        _ = try parsed.converted(day, allowed: "a day such as 2026-06-19") {
            Timestamp(rfc3339: "\($0)T00:00:00Z")
        }
        return (try parsed.instantOrNil(day, zone), try parsed.endOrNil(day, zone))
    }

    /// Goes on until the page is full, since checkout looks at so many buyers at once only, while there is time.
    func run(in shop: Shop) async throws(GatewayError) -> Answered<ListOrders.Reply> {
        var answer = try await shop.call(request)
        let wanted = request.limit?.value ?? Bounds.defaultLimit
        while let next = answer.value.next, answer.value.orders.count < wanted,
            shop.deadline.leftMilliseconds > shop.deadline.allowedMilliseconds / 2
        {
            var rest = request
            rest.cursor = next
            rest.limit = WireInteger(wanted - Int64(answer.value.orders.count))
            let more = try await shop.call(rest).value
            let all = ListOrders.Reply(orders: answer.value.orders + more.orders, next: more.next)
            answer = Answered(value: all, body: Answered<ListOrders.Reply>.encoded(all))
        }
        return answer
    }
}
