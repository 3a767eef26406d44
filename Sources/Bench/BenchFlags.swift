import CommandLineOptions
import WireProtocol

/// The flags of the bench.
enum BenchFlags {
    static let catalog = Flag(
        "--catalog", value: "ADDRESS", environment: "SHOP_CATALOG", default: "tcp://127.0.0.1:7010",
        help: "Where catalog listens; replicas with commas between")
    static let pricing = Flag(
        "--pricing", value: "ADDRESS", environment: "SHOP_PRICING", default: "tcp://127.0.0.1:7020",
        help: "Where pricing listens; replicas with commas between")
    static let checkout = Flag(
        "--checkout", value: "ADDRESS", environment: "SHOP_CHECKOUT", default: "tcp://127.0.0.1:7030",
        help: "Where checkout listens; replicas with commas between")
    static let rate = Flag(
        "--rate", value: "N", default: "1000",
        help: "Open loop: start N operations a second, and count latency from when each was meant to start")
    static let closed = Flag(
        "--closed", help: "Closed loop: always --inflight operations under way; a stall hides in it")
    static let inFlight = Flag(
        "--inflight", value: "N", default: "128", help: "Operations under way in a closed loop")
    static let duration = Flag("--duration", value: "TIME", default: "10s", help: "How long to measure")
    static let warmUp = Flag(
        "--warmup", value: "TIME", default: "2s", help: "How long to run before measuring")
    static let timeout = Flag(
        "--timeout", value: "TIME", default: "5s", help: "How long an operation may take")
    static let connections = Flag(
        "--connections", value: "N", default: "1", help: "Connections to each replica")
    static let encoding = Flag(
        "--encoding", value: "NAME", default: "cbor", allowed: ["cbor", "json"],
        help: "Encoding of the messages")
    static let currency = Flag(
        "--currency", value: "CODE", default: "USD", help: "Currency of prices, ISO 4217")
    static let seed = Flag(
        "--seed", value: "N", default: "1", help: "The same seed makes the same operations")
    static let findMax = Flag(
        "--find-max", help: "Look for the highest rate that still meets --objective, starting at --rate")
    static let objective = Flag(
        "--objective", value: "P=TIME", default: "p99=5ms",
        help: "What --find-max must meet beside that nothing is late or fails, as p99=5ms")
    static let maxErrors = Flag(
        "--max-errors", value: "PERCENT", default: "1%",
        help: "Exit with 1 when more than this was late or failed")
    static let failIf = Flag(
        "--fail-if", value: "THRESHOLD", repeats: true,
        help: "Exit with 1 when this is so: \(Threshold.allowed)")
    static let json = Flag(
        "--json", value: "FILE", help: "Write the report as JSON; - prints it, and nothing else")
    static let html = Flag("--html", value: "FILE", help: "Write the report as one web page")
    static let compare = Flag(
        "--compare", value: "FILE", help: "Show the change of each figure since an earlier --json report")
    static let basket = Flag(
        "--basket", value: "MIX", default: "lines=3",
        help: "Lines of a basket and what is in it, as lines=3,skus=mango+kiwi+cupcake")
    static let lockedAhead = Flag(
        "--locked-ahead", value: "N", default: "0",
        help:
            "Lock so many quotes before measuring, so that placing them is measured alone; when they are used "
            + "up, and with 0, each order locks its own")
    static let cleanup = Flag(
        "--cleanup",
        help: "Afterwards cancel the orders that were placed and end the sale of what they were made of")
    static let queries = Flag(
        "--queries", value: "TEXTS", default: "berr,mango,rose bouquet,red",
        help: "What to search, with commas between")

    /// The flags of every workload.
    static let all = [
        rate, closed, inFlight, duration, warmUp, encoding, findMax, objective, maxErrors, failIf, json, html,
        compare,
    ]

    /// The flags of every workload that calls a service.
    static let calling = [timeout, connections]
}
