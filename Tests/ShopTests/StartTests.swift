import Foundation
import Messaging
import ShopTesting
import Testing

extension RealProcesses {
    @Suite struct Start {
        /// A refusal is one line for people, which names the program.
        private func expectRefusal(
            _ ran: Ran, _ exitCode: Int32, by service: ShopService, naming word: String
        ) {
            #expect(ran.exit == .exit(exitCode), "\(ran)")
            #expect(ran.errorLines.count == 1, "\(ran)")
            #expect(ran.errors.hasPrefix("\(service)-service: "), "\(ran)")
            #expect(ran.errors.contains(word), "\(ran)")
            #expect(ran.output.isEmpty, "\(ran)")
        }

        @Test(arguments: ShopService.allCases)
        func `a data folder belongs to one process, a port to one service`(service: ShopService) async throws
        {
            try await ShopProcesses.open([service]) { shop in
                let free = "tcp://127.0.0.1:\(try FreePort.take())"
                let sameFolder = ["--bind", free, "--data", shop.dataFolder(service)]
                let holder = "\(try shop.process(service).processID)"
                expectRefusal(try await shop.run(service, sameFolder), 1, by: service, naming: holder)

                let other = shop.home.appending(path: "other").path
                let samePort = ["--bind", shop.endpoint(service), "--data", other]
                let refused = try await shop.run(service, samePort)
                expectRefusal(refused, 1, by: service, naming: shop.endpoint(service))

                let health = try await shop.caller(service).call(SystemHealth())
                #expect(health.status == .serving, "the first one goes on")
            }
        }

        @Test(arguments: [
            (["--no-such-flag"], "--no-such-flag"), (["--bin", "tcp://127.0.0.1:9"], "--bin"),
            (["--data"], "--data"), (["--log-level", "loud"], "loud"), (["surplus"], "surplus"),
            (["--check=maybe"], "--check"), (["--data", "a", "--data", "b"], "--data"),
        ])
        func `a wrong command line is exit code 2`(words: [String], named: String) async throws {
            try await ShopProcesses.open([]) { shop in
                for service in ShopService.allCases {
                    expectRefusal(try await shop.run(service, words), 2, by: service, naming: named)
                }
            }
        }

        static let noEndpoints = [
            "", "7010", "localhost:7010", "tcp://127.0.0.1", "tcp://127.0.0.1:0", "tcp://127.0.0.1:40000",
            "tcp://a b:7010", "http://127.0.0.1:7010", "ipc://",
        ]

        @Test func `an address that is none is a wrong command line`() async throws {
            try await ShopProcesses.open([]) { shop in
                for text in Self.noEndpoints {
                    for service in ShopService.allCases {
                        let peers = service == .catalog ? ["--pricing", "--checkout"] : []
                        for flag in ["--bind", "--events"] + peers {
                            let data = ["--data", shop.dataFolder(service)]
                            let ran = try await shop.run(service, [flag, text] + data)
                            expectRefusal(ran, 2, by: service, naming: flag)
                        }
                        let check = try await shop.run(service, ["--bind", text, "--check"])
                        expectRefusal(check, 2, by: service, naming: "--bind")
                    }
                    for flag in ShopService.allCases.map({ "--\($0)" }) {
                        for line in ["gateway status", "bench codec", "bench order"] {
                            let ran = try await shop.shell("\(line) \(flag) '\(text)'")
                            #expect(ran.exit == .exit(2) && ran.errorLines.count == 1, "\(line) \(ran)")
                            #expect(ran.errors.contains(flag), "\(ran)")
                        }
                    }
                }
            }
        }

        @Test(arguments: [["--help"], ["--version"]])
        func `help and version are no errors`(words: [String]) async throws {
            try await ShopProcesses.open([]) { shop in
                for service in ShopService.allCases {
                    let ran = try await shop.run(service, words)
                    #expect(ran.exit == .exit(0), "\(ran)")
                    #expect(ran.errors.isEmpty && !ran.output.isEmpty, "\(ran)")
                }
            }
        }

        @Test func `--check tells whether the service serves`() async throws {
            try await ShopProcesses.open { shop in
                for service in ShopService.allCases {
                    let serving = try await shop.run(service, ["--bind", shop.endpoint(service), "--check"])
                    #expect(serving.exit == .exit(0) && serving.output == "serving\n", "\(serving)")
                }
                let other = try await shop.run(.catalog, ["--bind", shop.endpoint(.pricing), "--check"])
                expectRefusal(other, 1, by: .catalog, naming: "is pricing, not catalog")
                let check = ["--bind", shop.endpoint(.pricing), "--check"]
                try shop.send(SIGSTOP, to: .pricing)
                let stopped = try await shop.run(.pricing, check)
                expectRefusal(stopped, 1, by: .pricing, naming: shop.endpoint(.pricing))

                try shop.send(SIGKILL, to: .pricing)
                _ = try await shop.process(.pricing).end()
                let gone = try await shop.run(.pricing, check)
                expectRefusal(gone, 1, by: .pricing, naming: shop.endpoint(.pricing))
            }
        }

        @Test func `what services write is for nobody else to read`() async throws {
            try await ShopProcesses.open { shop in
                _ = try await shop.gateway(["order", "kiwi"] + Buyer.flags)
                for service in ShopService.allCases {
                    let files = try shop.dataFiles(service)
                    #expect(files.contains { $0.lastPathComponent == "\(service).sqlite" })
                    for path in files.map(\.path) + [shop.dataFolder(service)] {
                        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
                        let permissions = try #require(mode as? Int)
                        #expect(permissions & 0o077 == 0, "\(path): \(String(permissions, radix: 8))")
                    }
                }
            }
        }

        @Test(arguments: ["tcp://0.0.0.0", "tcp://*", "tcp://192.0.2.1"])
        func `an address that others reach is refused unless told so`(host: String) async throws {
            try await ShopProcesses.open([]) { shop in
                let bind = "\(host):\(try FreePort.take())"
                for service in ShopService.allCases {
                    let ran = try await shop.run(
                        service, ["--bind", bind, "--data", shop.dataFolder(service)])
                    expectRefusal(ran, 1, by: service, naming: "--insecure")
                }
            }
        }

        @Test(arguments: ShopService.allCases)
        func `a starter shop that cannot be read is named`(service: ShopService) async throws {
            try await ShopProcesses.open([]) { shop in
                let nowhere = shop.home.appending(path: "nowhere").path
                let words = ["--bind", shop.endpoint(service), "--data", shop.dataFolder(service)]
                let ran = try await shop.run(service, words + ["--starter", nowhere])
                expectRefusal(ran, 1, by: service, naming: nowhere)

                try shop.start(service)
                try await shop.awaitServing(service)
            }
        }
    }
}
