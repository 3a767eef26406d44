import Foundation
import Threading

/// A process that a test started: its end, and what it wrote.
final class ChildProcess: Sendable {
    enum End: Sendable, Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    let name: String
    let processID: Int32
    private let started: ContinuousClock.Instant
    private let outputFile: URL
    private let errorFile: URL
    private let ended: Locked<(end: End, at: ContinuousClock.Instant)?>

    /// Starts it at once.
    ///
    /// - Parameter log: where its output is kept, without ending.
    init(_ executable: URL, _ arguments: [String], environment: [String: String], log: URL) throws {
        name = executable.lastPathComponent
        outputFile = log.appendingPathExtension("out")
        errorFile = log.appendingPathExtension("err")
        let ended = Locked<(end: End, at: ContinuousClock.Instant)?>(nil)
        self.ended = ended
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        let (output, errors) = (try Self.make(outputFile), try Self.make(errorFile))
        (process.standardOutput, process.standardError) = (output, errors)
        process.terminationHandler = { process in
            let code = process.terminationStatus
            let end: End = process.terminationReason == .exit ? .exit(code) : .signal(code)
            let now = ContinuousClock.now
            ended.withLock { $0 = (end, now) }
        }
        started = .now
        try process.run()
        processID = process.processIdentifier
        try output.close()
        try errors.close()
    }

    private static func make(_ file: URL) throws -> FileHandle {
        try Data().write(to: file, options: .withoutOverwriting)
        return try FileHandle(forWritingTo: file)
    }

    var isRunning: Bool { ended.withLock { $0 == nil } }
    var output: String { text(outputFile) }
    var errors: String { text(errorFile) }

    private func text(_ file: URL) -> String {
        (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    func send(_ signal: Int32) { if isRunning { kill(processID, signal) } }

    /// Waits for its end, and kills it when that does not come in time.
    func end(withinSeconds seconds: Double = 20) async throws -> End {
        do {
            try await eventually("the end of \(name)", withinSeconds: seconds) { !isRunning }
        } catch {
            send(SIGKILL)
            throw error
        }
        return ended.withLock { $0?.end } ?? .signal(0)
    }

    /// From the start to the end; nil while it runs.
    var lifetime: Duration? { ended.withLock { $0?.at }.map { started.duration(to: $0) } }
}
