#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The process's own output.
enum Terminal {
    private static let output: Int32 = 1
    private static let errors: Int32 = 2

    /// Colour on a terminal that can show it, unless `NO_COLOR` is set (no-color.org).
    static func style(_ environment: [String: String]) -> Style {
        let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return Style(isColoured: isatty(output) == 1 && !isUnwanted && environment["TERM"] != "dumb")
    }

    /// Prints a line at once.
    static func show(_ line: String) { write(line + "\n", to: output) }

    /// Runs a command line, prints what it ended with and ends the process.
    ///
    /// The main thread only waits: Swift's own way to wait there would let signals in again.
    static func run(_ program: Program, _ arguments: [String]) -> Never {
        Task { end(with: await program.run(arguments)) }
        while true { pause() }
    }

    private static func end(with ending: Program.Ending) -> Never {
        write(ending.output, to: output)
        write(ending.errors, to: errors)
        exit(ending.exitCode.rawValue)
    }

    /// Writes all of a text; a reader that is gone is no error of ours.
    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
