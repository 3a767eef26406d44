import CommandLineOptions
import Contracts
import Messaging

/// Shows what happens in the shop, event by event, until it is stopped.
struct WatchCommand: ShopCommand {
    private static let streams = Argument(
        "STREAM", optional: true, repeats: true, completes: .words(ShopStream.allCases.map(\.rawValue)),
        help: "products, prices, stock or orders; none means all")
    private static let after = Flag(
        "--after", value: "SEQ",
        help: "Begin with the event after this number, 0 for the first there is (default: from now on)")
    private static let count = Flag("--count", value: "N", help: "End after so many events")

    static let syntax = Command(
        name: "watch", summary: "Show prices, stock, orders and products as they change",
        arguments: [streams], flags: [after, count],
        examples: [
            "gateway watch", "gateway watch orders --after 0 --json", "gateway watch prices stock --count 10",
        ])

    let streams: [ShopStream]
    let start: StreamSelection.Start
    let count: Int64?
    /// Nil: until it is stopped.
    let durationMilliseconds: Int?

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        let names = parsed.texts(Self.streams)
        var streams: [ShopStream] = []
        for name in names {
            guard let stream = ShopStream(rawValue: name) else {
                throw UsageError(
                    message:
                        "there is no stream \(name): \(ShopStream.allCases.map(\.rawValue).joined(separator: ", ")) are"
                )
            }
            if !streams.contains(stream) { streams.append(stream) }
        }
        self.streams = streams.isEmpty ? ShopStream.allCases : streams
        if parsed.textOrNil(Self.after) == nil {
            start = .now
        } else {
            let after = try parsed.wholeNumber(Self.after)
            guard after >= 0 else { throw UsageError(message: "--after: 0 or more") }
            guard streams.count == 1 else {
                throw UsageError(message: "--after counts in one stream: name exactly one")
            }
            start = .after(after)
        }
        count = parsed.textOrNil(Self.count) == nil ? nil : try parsed.wholeNumber(Self.count)
        if let count, count < 1 { throw UsageError(message: "--count: 1 or more") }
        durationMilliseconds = settings.timeoutMilliseconds
    }

    func run(in shop: Shop) async throws(GatewayError) -> WatchAnswer {
        for owner in Set(streams.map(\.owner)) {
            guard let other = await shop.otherService(of: owner) else { continue }
            let failure = ServiceFailure(service: owner, reason: .otherService(other))
            throw .service(failure, waitedMilliseconds: shop.deadline.allowedMilliseconds)
        }
        let printer = WatchPrinter(
            WatchLog(
                wantsJSON: shop.settings.wantsJSON, showsSnapshots: start != .now, zone: shop.settings.zone),
            left: count, show: shop.show)
        await withTaskGroup(of: Void.self) { group in
            for (owner, streams) in Dictionary(grouping: streams, by: \.owner) {
                group.addTask { await follow(streams, of: owner, shop.calls, printer) }
            }
            if let durationMilliseconds {
                group.addTask { try? await Task.sleep(for: .milliseconds(durationMilliseconds)) }
            }
            await group.next()
            group.cancelAll()
        }
        if let lack = await printer.lack(of: streams) { throw .unmet(lack) }
        return WatchAnswer()
    }

    private func follow(
        _ streams: [ShopStream], of owner: Service, _ calls: any ServiceCalls, _ printer: WatchPrinter
    ) async {
        for stream in streams { await printer.wait(for: stream.rawValue, of: owner.name) }
        let selections = streams.map { StreamSelection($0.rawValue, from: start) }
        await calls.follow(selections, of: owner) { await printer.take($0) }
    }
}

/// Shows what several services tell at the same time, line by line.
private actor WatchPrinter {
    private var log: WatchLog
    private var left: Int64?
    private var shown: Int64 = 0
    private var heard: Set<String> = []
    private let show: @Sendable (String) -> Void

    init(_ log: WatchLog, left: Int64?, show: @escaping @Sendable (String) -> Void) {
        self.log = log
        self.left = left
        self.show = show
    }

    func wait(for stream: String, of owner: String) { show(log.waiting(for: stream, of: owner).text) }

    /// False when enough events were shown.
    func take(_ update: StreamUpdate) -> Bool {
        switch update.change {
        case .current, .event: heard.insert(update.stream)
        case .snapshot, .reset, .stale: break
        }
        for line in log.lines(for: update) {
            if left == 0 { return false }
            show(line.text)
            guard line.isEvent else { continue }
            left = left.map { $0 - 1 }
            shown += 1
        }
        return left != 0
    }

    /// What was waited for and did not come by the end; nil when all did.
    func lack(of streams: [ShopStream]) -> String? {
        let silent = streams.filter { !heard.contains($0.rawValue) }
        if let left, left > 0 {
            let sources = silent.isEmpty ? "" : "; nothing was heard of " + Self.list(silent)
            return "\(shown) of \(shown + left) events came in time\(sources)"
        }
        guard left == nil, !silent.isEmpty else { return nil }
        return "nothing was heard of \(Self.list(silent)): `gateway status` tells how the services are"
    }

    private static func list(_ streams: [ShopStream]) -> String {
        streams.map(\.rawValue).joined(separator: ", ")
    }
}

extension ShopStream {
    fileprivate var owner: Service {
        switch self {
        case .products: .catalog
        case .prices: .pricing
        case .stock, .orders: .checkout
        }
    }
}

/// Everything was shown already.
struct WatchAnswer: Answer {
    var json: [UInt8] { [] }

    func text(_ style: Style) -> String { "" }
}
