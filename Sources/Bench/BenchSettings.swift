import CommandLineOptions
import Contracts
import Messaging
import WireProtocol

/// What a run was told.
struct BenchSettings: Sendable {
    var catalog: [Endpoint]
    var pricing: [Endpoint]
    var checkout: [Endpoint]
    var plan: LoadPlan
    var timeoutMilliseconds: Int
    var connections: Int
    var contentType: ContentType
    var currency: Currency
    var seed: UInt64
    var objective: LatencyObjective?
    var jsonFile: String?
    var htmlFile: String?
    var compareFile: String?

    init(_ parsed: Parsed) throws(UsageError) {
        catalog = try Self.replicas(BenchFlags.catalog, parsed)
        pricing = try Self.replicas(BenchFlags.pricing, parsed)
        checkout = try Self.replicas(BenchFlags.checkout, parsed)
        let rate = try parsed.converted(BenchFlags.rate, allowed: "a number above 0") {
            Double($0).flatMap { $0 > 0 && $0 <= 10_000_000 ? $0 : nil }
        }
        let inFlight = try parsed.integer(BenchFlags.inFlight, in: 1...100_000)
        plan = LoadPlan(
            shape: parsed.isOn(BenchFlags.closed) ? .closed(inFlight: inFlight) : .open(perSecond: rate),
            warmUpMilliseconds: try parsed.milliseconds(BenchFlags.warmUp),
            durationMilliseconds: try parsed.milliseconds(BenchFlags.duration, in: 100...86_400_000))
        timeoutMilliseconds = try parsed.milliseconds(BenchFlags.timeout, in: 1...60_000)
        connections = try parsed.integer(BenchFlags.connections, in: 1...1000)
        contentType = try parsed.text(BenchFlags.encoding) == "json" ? .json : .cbor
        currency = try parsed.converted(BenchFlags.currency, allowed: "an ISO 4217 code") { Currency($0) }
        seed = UInt64(try parsed.integer(BenchFlags.seed))
        objective =
            parsed.isOn(BenchFlags.findMax)
            ? try parsed.converted(BenchFlags.objective, allowed: "a percentile and a time, as p99=5ms") {
                LatencyObjective($0)
            } : nil
        jsonFile = parsed.textOrNil(BenchFlags.json)
        htmlFile = parsed.textOrNil(BenchFlags.html)
        compareFile = parsed.textOrNil(BenchFlags.compare)
        if objective != nil, case .closed = plan.shape {
            throw UsageError(message: "--find-max looks for a rate: leave out --closed")
        }
    }

    private static func replicas(_ flag: Flag, _ parsed: Parsed) throws(UsageError) -> [Endpoint] {
        try parsed.converted(
            flag, allowed: "addresses such as tcp://127.0.0.1:7020, with commas between"
        ) { try? Endpoint.replicas($0) }
    }

    /// The load in words.
    var load: String {
        switch plan.shape {
        case .open(let rate): "open loop at \(ReportTable.number(rate)) per second"
        case .closed(let inFlight): "closed loop, \(inFlight) in flight"
        }
    }
}

extension BasketMix {
    /// Reads `lines=3,skus=mango+kiwi`.
    init(_ text: String, seed: UInt64) throws(UsageError) {
        self.init(lines: 3, skus: BasketMix.starterSkus, seed: seed)
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { throw BasketMix.malformed(text) }
            switch pair[0] {
            case "lines":
                guard let count = Int(pair[1]), Bounds.lines.contains(count) else {
                    throw BasketMix.malformed(text)
                }
                lines = count
            case "skus":
                let named = pair[1].split(separator: "+").compactMap { Sku(String($0)) }
                guard !named.isEmpty, Bounds.skus.contains(named.count) else {
                    throw BasketMix.malformed(text)
                }
                skus = named
            default: throw BasketMix.malformed(text)
            }
        }
    }

    /// What the starter shop sells by the piece.
    private static let starterSkus = [
        "strawberry", "pineapple", "blueberry", "dragonfruit", "lychee", "mango", "kiwi", "watermelon",
        "orange",
        "apple", "banana", "grape", "avocado",
    ].compactMap { Sku($0) }

    private static func malformed(_ text: String) -> UsageError {
        UsageError(message: "--basket is lines=1…200 and skus=SKU+SKU, not \(text)")
    }
}
