import FileAccess
import Messaging

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The process's own output.
enum Terminal {
    /// As wide as the terminal, in the zone of the process, and in color where the terminal can show it, unless
    /// `NO_COLOR` is set (no-color.org).
    static func style(_ environment: [String: String]) -> Style {
        let columns = StandardOutput.columns(environment)
        return Style(isColored: columns != nil && showsColor(environment), columns: columns, zone: .local)
    }

    static func showsColor(_ environment: [String: String]) -> Bool {
        let terminal = environment["TERM", default: ""]
        return !terminal.isEmpty && terminal != "dumb" && environment["NO_COLOR", default: ""].isEmpty
    }

    /// Prints a line at once; a command that goes on for ever ends when nobody reads any more.
    static func show(_ line: String) {
        do throws(FileError) {
            if try !StandardOutput.write(line + "\n") { exit(ExitCode.done.rawValue) }
        } catch {
            end(unwritten: error)
        }
    }

    /// Runs a command line, prints what it ended with and ends the process.
    ///
    /// The main thread only waits: Swift's own way to wait there would let signals in again.
    static func run(_ program: Program, _ arguments: [String]) -> Never {
        Task { end(with: await program.run(arguments)) }
        while true { pause() }
    }

    private static func end(with ending: Program.Ending) -> Never {
        do throws(FileError) {
            try StandardOutput.write(ending.output)
        } catch {
            complain(ending.errors)
            // An order's number and key must not be lost with the output.
            complain(ending.output)
            end(unwritten: error, ending.exitCode)
        }
        complain(ending.errors)
        exit(ending.exitCode.rawValue)
    }

    /// What was done is done, but whoever asked does not know it.
    private static func end(unwritten error: FileError, _ exitCode: ExitCode = .done) -> Never {
        complain("gateway: the answer could not be written to \(error)\n")
        exit(exitCode == .done ? ExitCode.usage.rawValue : exitCode.rawValue)
    }

    private static func complain(_ text: String) {
        if !text.isEmpty { StandardErrorLog().record(String(text.dropLast())) }
    }
}
