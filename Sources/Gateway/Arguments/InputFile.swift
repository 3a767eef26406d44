import FileAccess

/// Reads a file, or what is piped in.
enum InputFile {
    /// - Parameter path: `-` for stdin.
    static func read(_ path: String) throws(GatewayError) -> [UInt8] {
        do throws(FileError) { return try WholeFile.read(path) } catch {
            throw .file("\(error) (name a file of JSON, or - for stdin)")
        }
    }
}
