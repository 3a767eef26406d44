import FoundationEssentials

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads a file, or what is piped in.
enum InputFile {
    /// - Parameter path: `-` for stdin.
    static func read(_ path: String) throws(GatewayError) -> [UInt8] {
        if path == "-" { return try readInput() }
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw .file("\(path) cannot be read: name a file of JSON, or - for stdin")
        }
    }

    private static func readInput() throws(GatewayError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = chunk.withUnsafeMutableBytes { systemRead(0, $0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .file("stdin cannot be read: pipe JSON into it, or name a file") }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    private static func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
        Glibc.read(descriptor, bytes.baseAddress, bytes.count)
        #else
        Darwin.read(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
