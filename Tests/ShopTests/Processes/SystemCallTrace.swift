import Foundation
import Testing

/// The system calls of a process by which messages and changes come and go, in the order in which they happened.
struct SystemCallTrace {
    enum Event: Equatable {
        /// Bytes came in over a socket.
        case received(String)
        /// Bytes were handed to the system for a socket.
        case sent(String)
        /// The write-ahead log got more to hold.
        case logWritten
        /// What the log holds has reached the disk.
        case logSynced
    }

    let events: [Event]

    /// The words to put before a command line to have it traced; the process stays the child of who starts it.
    ///
    /// - Throws: when there is no strace on this machine.
    static func command(writingTo file: URL) throws -> [String] {
        let calls = "fdatasync,fsync,pwrite64,write,writev,sendto,sendmsg,read,readv,recvfrom,recvmsg"
        return [try strace(), "-D", "-f", "-yy", "-s", "512", "-e", "trace=\(calls)", "-o", file.path]
    }

    /// The words to put before a command line to have it killed where a thread makes a call for the given time.
    static func command(killingAt call: String, _ count: Int) throws -> [String] {
        let inject = "inject=\(call):signal=SIGKILL:when=\(count)"
        return [try strace(), "-D", "-f", "-e", "trace=\(call)", "-e", inject, "-o", "/dev/null"]
    }

    /// The words of a program that makes the next of these calls of each thread of a running process fail as with a
    /// broken disk, until it is ended itself.
    static func command(breaking call: String, times: Int, of processID: Int32) throws -> [String] {
        let inject = "inject=\(call):error=EIO:when=1..\(times)"
        return [
            try strace(), "-f", "-p", "\(processID)", "-e", "trace=\(call)", "-e", inject, "-o", "/dev/null",
        ]
    }

    private static func strace() throws -> String {
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        return try #require(
            folders.map { "\($0)/strace" }.first { FileManager.default.isExecutableFile(atPath: $0) },
            "this test needs strace: install it")
    }

    /// - Parameter text: what strace wrote. A call that another thread interrupts stands on two lines.
    init(parsing text: String) {
        var begun: [Substring: Substring] = [:]
        var events: [Event] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let (thread, call) = (parts[0], parts[1].drop { $0 == " " })
            if call.hasPrefix("<... ") {
                let start = begun.removeValue(forKey: thread) ?? ""
                events += [Self.event(start, end: call)].compactMap(\.self)
            } else if call.hasSuffix("<unfinished ...>") {
                begun[thread] = call
                // What is being sent may arrive before the call returns: it counts from its start.
                if Self.isSending(call) { events += [Self.event(call, end: call)].compactMap(\.self) }
            } else {
                events += [Self.event(call, end: call)].compactMap(\.self)
            }
        }
        self.events = events
    }

    private static func isSending(_ call: Substring) -> Bool {
        call.contains("<TCP:")
            && ["sendto(", "sendmsg(", "write(", "writev("].contains { call.hasPrefix($0) }
    }

    /// - Parameters:
    ///   - start: the line with the call's name and file.
    ///   - end: the line with its result, and with what was read.
    private static func event(_ start: Substring, end: Substring) -> Event? {
        let name = start.prefix { $0 != "(" }
        let isWhole = start == end
        if start.contains("<TCP:") {
            if isSending(start) { return isWhole ? .sent(String(start)) : nil }
            return .received(String(isWhole ? start : end))
        }
        guard start.contains("checkout.sqlite-wal>") else { return nil }
        switch name {
        case "pwrite64", "write": return .logWritten
        case "fdatasync", "fsync": return end.hasSuffix("= 0") ? .logSynced : nil
        default: return nil
        }
    }
}
