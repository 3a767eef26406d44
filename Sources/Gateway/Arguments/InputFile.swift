import FoundationEssentials

/// Reads a file, or what is piped in.
enum InputFile {
    /// - Parameter path: `-` for stdin.
    static func read(_ path: String) throws(GatewayError) -> [UInt8] {
        let source = path == "-" ? "/dev/stdin" : path
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: source)))
        } catch {
            throw .file("\(path == "-" ? "stdin" : path) cannot be read: name a file of JSON, or - for stdin")
        }
    }
}
