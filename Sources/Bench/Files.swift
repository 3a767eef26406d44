#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

import FoundationEssentials

/// Whole files.
enum Files {
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    static func read(_ path: String) throws(Problem) -> [UInt8] {
        do { return [UInt8](try Data(contentsOf: URL(filePath: path))) } catch {
            throw Problem(description: "cannot read \(path)")
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws(Problem) {
        do { try Data(bytes).write(to: URL(filePath: path)) } catch {
            throw Problem(description: "cannot write \(path)")
        }
    }
}
