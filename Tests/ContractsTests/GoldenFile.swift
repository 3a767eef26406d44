import FoundationEssentials

/// The JSON files that hold the shapes: laid out for people, with the keys sorted as the wire has them.
enum GoldenFile {
    private static let folder = "\(#filePath)".replacing(#/[^/]*$/#, with: "") + "Golden/"

    /// The file as it would stand on the wire: what is between the texts and numbers is left out.
    static func wireBytes(_ name: String) throws -> [UInt8] {
        let text = try Data(contentsOf: URL(fileURLWithPath: "\(folder)\(name).json"))
        var bytes: [UInt8] = []
        var isInText = false
        var isEscaped = false
        for byte in text {
            if isInText || ![UInt8(ascii: " "), UInt8(ascii: "\n")].contains(byte) { bytes.append(byte) }
            if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
            isEscaped = isInText && byte == UInt8(ascii: "\\") && !isEscaped
        }
        return bytes
    }

    static func names() throws -> Set<String> {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        return Set(files.map { $0.replacing(".json", with: "") })
    }

    /// The method names that stand in the sources of the contracts.
    static func declaredMethods() throws -> Set<String> {
        let sources = folder.replacing("Tests/ContractsTests/Golden/", with: "Sources/Contracts/")
        var methods: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources)
        where path.hasSuffix(".swift") {
            let text = String(
                decoding: try Data(contentsOf: URL(fileURLWithPath: sources + path)), as: UTF8.self)
            for match in text.matches(of: #/static let method = "([^"]+)"/#) {
                methods.insert(String(match.output.1))
            }
        }
        return methods
    }
}
