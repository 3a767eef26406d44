import Contracts
import Foundation
import Testing

extension RealProcesses {
    /// Where commands write to and read from: full disks, readers that leave, standard input.
    @Suite struct StreamsOfCommands {
        private static let dahlia = """
            {"sku":"dahlia","name":"Dahlia","description":"","category":"flower","unit":"each","tags":[]}
            """

        /// Lines that end by themselves, and what each program is called in its complaint.
        static let lines: [(String, String)] = [
            ("gateway --help", "gateway"), ("gateway --version", "gateway"), ("gateway search", "gateway"),
            ("gateway search --json", "gateway"), ("gateway quote kiwi:2", "gateway"),
            ("gateway orders --json", "gateway"), ("gateway status", "gateway"),
            ("gateway watch stock --after 0 --count 3", "gateway"),
            ("gateway call catalog.search", "gateway"), ("gateway restock kiwi 1", "gateway"),
            ("bench --help", "bench"), ("bench codec --duration 100ms --warmup 0s", "bench"),
            ("bench codec --duration 100ms --warmup 0s --json -", "bench"),
            ("catalog-service --help", "catalog-service"),
            ("pricing-service --version", "pricing-service"),
        ]

        @Test func `an output that cannot be written is told, and no success`() async throws {
            try await ShopProcesses.open { shop in
                for (line, program) in Self.lines {
                    let ran = try await shop.shell("\(line) >/dev/full")
                    #expect(ran.exit != .exit(0), "\(line): \(ran)")
                    let last = try #require(ran.errorLines.last, "\(line): \(ran)")
                    #expect(
                        last.hasPrefix("\(program): ") && last.contains("No space left"), "\(line): \(ran)")
                }
            }
        }

        @Test func `an order whose confirmation cannot be written is told on the other output`() async throws
        {
            try await ShopProcesses.open { shop in
                let words = Buyer.flags.map { "'\($0)'" }.joined(separator: " ")
                let ran = try await shop.shell("gateway order kiwi --key full \(words) >/dev/full")
                #expect(ran.exit == .exit(2), "\(ran)")
                let order = try await shop.gateway("order-status", "--key", "full")
                #expect(order.exit == .exit(0), "\(order)")
                let number = try #require(order.outputLines.first)
                #expect(ran.errors.contains(number), "\(ran) \(order)")
            }
        }

        @Test func `a reader that has gone is no error`() async throws {
            try await ShopProcesses.open { shop in
                let check = ["catalog", "pricing", "checkout"]
                    .map { "\($0)-service --check --bind $SHOP_\($0.uppercased())" }
                for line in Self.lines.map(\.0) + check {
                    // The reader is gone before the first byte is written, and tells how the program ended.
                    let script = "{ { sleep 0.2; \(line); echo code=$? >&2; } | true; } 2>&1"
                    let ran = try await shop.shell(script)
                    #expect(ran.output == "code=0\n", "\(line): \(ran)")
                }
            }
        }

        @Test func `a watch ends with its reader`() async throws {
            try await ShopProcesses.open { shop in
                let watch = try shop.launch(
                    URL(fileURLWithPath: "/bin/sh"),
                    ["-c", "gateway watch stock --after 0 | head -1 >/dev/null"])
                let buyer = try Buyer(shop)
                var count: Int64 = 0
                try await eventually("the watch has ended") {
                    count += 1
                    try await buyer.setStock("kiwi", count)
                    return !watch.isRunning
                }
                let ran = try await Ran(watch)
                #expect(ran.exit == .exit(0) && ran.errors.isEmpty, "\(ran)")
            }
        }

        @Test(arguments: [
            "gateway product put - <dahlia.json", "gateway product put /dev/stdin <dahlia.json",
            "cat dahlia.json | gateway product put -", "cat dahlia.json | gateway product put /dev/stdin",
            "mkfifo pipe; cat dahlia.json >pipe & gateway product put pipe",
            "gateway product put dahlia.json",
        ])
        func `a file may be standard input or a pipe`(line: String) async throws {
            try await ShopProcesses.open { shop in
                let file = shop.home.appending(path: "dahlia.json")
                try Data(Self.dahlia.utf8).write(to: file)
                let put = try await shop.shell("cd \(shop.home.path) && \(line)")
                #expect(put.exit == .exit(0), "\(put)")
                #expect(put.output.contains("1 created"), "\(put)")
            }
        }

        @Test func `bench reads an earlier report from anywhere, and tells where it cannot write one`()
            async throws
        {
            try await ShopProcesses.open([]) { shop in
                let bench = "cd \(shop.home.path) && bench codec --duration 100ms --warmup 0s"
                #expect(try await shop.shell("\(bench) --json r.json").exit == .exit(0))
                for input in ["r.json", "- <r.json", "/dev/stdin <r.json"] {
                    let ran = try await shop.shell("\(bench) --compare \(input)")
                    #expect(ran.exit == .exit(0), "\(input): \(ran)")
                }
                let others = [
                    ("nowhere.json", "nowhere.json"), ("/dev/null", "no report"), ("r.json", "codec"),
                ]
                for (file, word) in others {
                    let pricing = try await shop.shell(
                        "\(bench.replacingOccurrences(of: "codec", with: "pricing")) --compare \(file)")
                    #expect(pricing.exit == .exit(2) && pricing.errorLines.count == 1, "\(pricing)")
                    #expect(pricing.errors.contains(file) && pricing.errors.contains(word), "\(pricing)")
                }
                for flag in ["--html", "--json"] {
                    let full = try await shop.shell("\(bench) \(flag) /dev/full")
                    #expect(full.exit == .exit(2), "\(full)")
                    #expect(full.errors == "bench: /dev/full: No space left on device\n", "\(full)")
                }
            }
        }
    }
}
