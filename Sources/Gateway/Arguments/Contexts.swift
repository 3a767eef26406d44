import CommandLineOptions
import FileAccess
import FoundationEssentials
import Spelling

/// Shops by name: where their services listen, and in which currency they are asked.
struct Contexts: Codable, Equatable, Sendable {
    /// The name of no context: what the environment and the defaults say.
    static let none = "default"
    /// What a context can hold.
    static let flags = Service.allCases.map(Settings.endpoints) + [Settings.currency]

    /// The one that is used when none is named.
    var current: String?
    /// Values by the names of flags without their dashes.
    var contexts: [String: [String: String]] = [:]

    /// `cornershop/contexts.json` in the folder for settings (XDG Base Directory Specification).
    static func path(_ environment: [String: String]) -> String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return folder + "/cornershop/contexts.json"
        }
        return environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.config/cornershop/contexts.json" }
    }

    /// No contexts where there is no file.
    static func read(_ path: String?) throws(GatewayError) -> Contexts {
        guard let path else { return Contexts() }
        let bytes: [UInt8]
        do throws(FileError) { bytes = try WholeFile.read(path) } catch {
            if error.isMissing { return Contexts() }
            throw .file("\(error)")
        }
        guard let contexts = try? JSONDecoder().decode(Contexts.self, from: Data(bytes)) else {
            throw .file(
                #"\#(path) is not what `gateway context add` writes: {"contexts": {"NAME": {"catalog": "…"}}}"#
            )
        }
        return contexts
    }

    func write(_ path: String?) throws(GatewayError) {
        guard let path else { throw .file("contexts have no place: set HOME or XDG_CONFIG_HOME") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        // Where that fails, writing says why.
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let bytes = Array((try? encoder.encode(self)) ?? Data()) + [UInt8(ascii: "\n")]
        do throws(FileError) { try WholeFile.replace(path, with: bytes) } catch { throw .file("\(error)") }
    }

    func require(_ name: String) throws(GatewayError) {
        guard name != Self.none, contexts[name] == nil else { return }
        let known = [Self.none] + contexts.keys.sorted()
        let near = nearestName(to: name, among: known).map { " (did you mean \($0)?)" } ?? ""
        throw .usage(
            UsageError(
                message: "there is no context \(name)\(near), but \(known.joined(separator: ", "))"))
    }

    /// What the context holds that a command line names, or the current one.
    func configured(_ parsed: Parsed) throws(GatewayError) -> Configured? {
        guard let name = parsed.textOrNil(Settings.context) ?? current, name != Self.none else { return nil }
        try require(name)
        let values = contexts[name] ?? [:]
        return Configured(
            Dictionary(uniqueKeysWithValues: values.map { ("--\($0)", $1) }), source: "context \(name)")
    }
}
