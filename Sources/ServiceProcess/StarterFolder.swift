#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

package import WireProtocol

/// A folder with a first shop, whose files are bodies of the services' own requests.
package struct StarterFolder: Sendable {
    private let path: String

    package init(path: String) { self.path = path }

    /// Reads a request from one of the files and checks it as if it had come over the wire.
    package func request<R: Request>(_ type: R.Type, in file: String) throws(StarterError) -> R {
        let bytes = try read(file)
        do throws(Fault) {
            let request = try WireCoding(.json).decode(type, from: bytes)
            try request.validate()
            return request
        } catch {
            throw StarterError(description: "\(path)/\(file): \(error.message)")
        }
    }

    private func read(_ file: String) throws(StarterError) -> [UInt8] {
        let path = "\(path)/\(file)"
        guard let stream = unsafe fopen(path, "r") else {
            throw StarterError(description: "cannot read \(path): \(unsafe String(cString: strerror(errno)))")
        }
        defer { unsafe fclose(stream) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe fread(&chunk, 1, chunk.count, stream)
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
        }
    }
}

/// A file of the starter shop that cannot be used.
package struct StarterError: Error, CustomStringConvertible {
    package let description: String
}
