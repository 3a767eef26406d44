import FileAccess

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The machine that the bench runs on, in one line.
enum Host {
    static var text: String {
        let count = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let processors =
            "\(count) \(count == 1 ? "processor" : "processors")\(model.map { " (\($0))" } ?? "")"
        return "\(name), \(processors), \(system)"
    }

    private static var name: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "unnamed host" }
        return text(bytes)
    }

    private static var system: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown system" }
        let fields = [
            withUnsafeBytes(of: names.sysname) { text($0.map { CChar(bitPattern: $0) }) },
            withUnsafeBytes(of: names.release) { text($0.map { CChar(bitPattern: $0) }) },
            withUnsafeBytes(of: names.machine) { text($0.map { CChar(bitPattern: $0) }) },
        ]
        return fields.joined(separator: " ")
    }

    /// The processor's name, where the system tells it in a file.
    private static var model: String? {
        guard let bytes = try? WholeFile.read("/proc/cpuinfo") else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first {
            $0.hasPrefix("model name")
        }
        return line?.split(separator: ":").dropFirst().first.map { $0.drop { $0 == " " } }.map(String.init)
    }

    private static func text(_ bytes: [CChar]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
