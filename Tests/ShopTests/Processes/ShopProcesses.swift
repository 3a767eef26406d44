import Foundation
import Messaging
import ShopTesting
import Testing
import Threading

/// A shop of real processes: a folder, ports and services of its own, all gone when its scope ends.
final class ShopProcesses: Sendable {
    let home: URL
    let reactor: Reactor
    private let ports: [ShopService: Int]
    private let eventsPorts: [ShopService: Int]
    private let state = Locked(State())

    private struct State {
        var services: [ShopService: ChildProcess] = [:]
        /// All that were ever started, for the end.
        var children: [ChildProcess] = []
        var callers: [ShopService: Caller] = [:]
    }

    private init() throws {
        home = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        reactor = try Reactor()
        ports = try Dictionary(uniqueKeysWithValues: ShopService.allCases.map { ($0, try FreePort.take()) })
        eventsPorts = try Dictionary(
            uniqueKeysWithValues: ShopService.allCases.map { ($0, try FreePort.take()) })
    }

    /// Opens a shop in which these services serve, for as long as `body` runs.
    ///
    /// - Parameter other: whose data they begin with, as a copy that is taken for the same.
    static func open<Value>(
        _ services: [ShopService] = ShopService.allCases, like other: ShopProcesses? = nil,
        _ body: (ShopProcesses) async throws -> Value
    ) async throws -> Value {
        try await otherTestsLeaveRoom()
        let shop = try ShopProcesses()
        do {
            if let other {
                for service in services {
                    try FileManager.default.copyItem(
                        atPath: other.dataFolder(service), toPath: shop.dataFolder(service))
                }
            }
            for service in services { try shop.start(service) }
            for service in services { try await shop.awaitServing(service) }
            let value = try await body(shop)
            await shop.close()
            return value
        } catch {
            await shop.close()
            throw error
        }
    }

    /// A test run starts the tests of all targets at once; what is short and waits for a process cannot share
    /// two threads with hundreds of them.
    private static func otherTestsLeaveRoom() async throws {
        var calm = 0
        try await eventually("other tests leave room", withinSeconds: 100) {
            let start = ContinuousClock.now
            await Task.yield()
            try await Task.sleep(for: .milliseconds(1))
            calm = start.duration(to: .now) < .milliseconds(20) ? calm + 1 : 0
            return calm == 5
        }
    }

    private func close() async {
        let children = state.withLock { $0.children }
        for child in children { child.send(SIGKILL) }
        for child in children { _ = try? await child.end() }
        await endReactor()
        try? FileManager.default.removeItem(at: home)
    }

    /// A reactor that hangs is a failure, and is not to keep the other tests from running.
    private func endReactor() async {
        let isOver = Locked(false)
        Task {
            await reactor.end()
            isOver.withLock { $0 = true }
        }
        do {
            try await eventually("the end of the reactor") { isOver.withLock { $0 } }
        } catch {
            Issue.record(error)
        }
    }

    // MARK: Services

    func endpoint(_ service: ShopService) -> String { "tcp://127.0.0.1:\(ports[service] ?? 0)" }
    func port(_ service: ShopService) -> Int { ports[service] ?? 0 }
    func dataFolder(_ service: ShopService) -> String { home.appending(path: service.rawValue).path }

    func dataFiles(_ service: ShopService) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: URL(filePath: dataFolder(service)), includingPropertiesForKeys: nil)
    }

    /// The words after the executable's name.
    func arguments(_ service: ShopService, starter: URL = BuiltProducts.starterShop) -> [String] {
        var words = ["--bind", endpoint(service), "--data", dataFolder(service), "--log-level", "debug"]
        words += ["--events", "tcp://127.0.0.1:\(eventsPorts[service] ?? 0)"]
        words += ["--starter", starter.path]
        if service.isSealed { words += ["--seal-key", home.appending(path: "seal.key").path] }
        return words
    }

    /// - Parameters:
    ///   - starter: the folder with its first shop.
    ///   - tracer: words to put before the service's own command line.
    ///   - more: words to put behind it.
    func start(
        _ service: ShopService, starter: URL = BuiltProducts.starterShop, tracer: [String] = [],
        more: [String] = []
    ) throws {
        let program = BuiltProducts.executable(service.executable)
        let words = tracer + [program.path] + arguments(service, starter: starter) + more
        let child = try launch(URL(fileURLWithPath: words[0]), Array(words.dropFirst()))
        state.withLock { $0.services[service] = child }
    }

    /// Starts any program, which ends with the shop.
    func launch(_ program: URL, _ arguments: [String]) throws -> ChildProcess {
        let number = state.withLock { $0.children.count }
        let log = home.appending(path: "\(number)-\(UUID().uuidString)")
        let child = try ChildProcess(program, arguments, environment: environment, log: log)
        state.withLock { $0.children.append(child) }
        return child
    }

    /// Runs a service's executable with these words to its end.
    func run(_ service: ShopService, _ arguments: [String]) async throws -> Ran {
        let child = try launch(BuiltProducts.executable(service.executable), arguments)
        return try await Ran(child)
    }

    func process(_ service: ShopService) throws -> ChildProcess {
        try #require(state.withLock { $0.services[service] }, "\(service) was not started")
    }

    func awaitServing(_ service: ShopService) async throws {
        let process = try process(service)
        let settings = try CallerSettings(service: service.rawValue, endpoints: endpoint(service))
        try await eventually("\(service) serves") {
            guard process.isRunning else {
                throw NeverHappened(description: "\(service) ended: \(process.errors)")
            }
            guard process.errors.contains("msg=serving") else { return false }
            let caller = Caller(settings, reactor: reactor)
            return try await caller.call(SystemHealth(), timeoutMilliseconds: 5000).status == .serving
        }
    }

    /// Until the catalog knows the prices and the stock of the others.
    func awaitCatalogHeard() async throws {
        try await eventually("the catalog has heard of the others") {
            try await caller(.catalog).call(SystemHealth(), timeoutMilliseconds: 5000).notes == nil
        }
    }

    func send(_ signal: Int32, to service: ShopService) throws { try process(service).send(signal) }

    /// An orderly end.
    func end(_ service: ShopService) async throws {
        try send(SIGTERM, to: service)
        #expect(try await process(service).end() == .exit(0))
    }

    /// As a power cut for the process, then a start on the same data.
    func killAndRestart(_ service: ShopService) async throws {
        try send(SIGKILL, to: service)
        #expect(try await process(service).end() == .signal(SIGKILL))
        try start(service)
        try await awaitServing(service)
    }

    /// An orderly end, then a start on the same data.
    func restart(_ service: ShopService) async throws {
        try await end(service)
        try start(service)
        try await awaitServing(service)
    }

    /// One caller for each service, which reconnects by itself.
    func caller(_ service: ShopService) throws -> Caller {
        if let known = state.withLock({ $0.callers[service] }) { return known }
        let settings = try CallerSettings(service: service.rawValue, endpoints: endpoint(service))
        let caller = Caller(settings, reactor: reactor)
        state.withLock { $0.callers[service] = caller }
        return caller
    }

    // MARK: Gateway

    /// Runs the gateway with these words to its end.
    func gateway(_ arguments: [String]) async throws -> Ran {
        try await Ran(try startGateway(arguments))
    }

    func gateway(_ arguments: String...) async throws -> Ran { try await gateway(arguments) }

    /// Runs a line in a shell, as a person types it.
    func shell(_ line: String) async throws -> Ran {
        try await Ran(try launch(URL(fileURLWithPath: "/bin/sh"), ["-c", line]))
    }

    func startGateway(_ arguments: [String]) throws -> ChildProcess {
        try launch(BuiltProducts.executable("gateway"), arguments)
    }

    private var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SHOP_") }
        environment["PATH", default: ""] = "\(BuiltProducts.folder.path):\(environment["PATH", default: ""])"
        for service in ShopService.allCases { environment[service.environmentName] = endpoint(service) }
        return environment
    }
}
