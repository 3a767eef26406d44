import FoundationEssentials

/// Bodies to values and back, in the encoding that the header names.
///
/// Written JSON has sorted keys and unescaped slashes, so that equal values are equal bytes. A body that is no
/// valid message becomes an `invalid_argument` fault that names the field.
public struct WireCoding: Sendable {
    public let contentType: ContentType

    public init(_ contentType: ContentType = .json) { self.contentType = contentType }

    // The coders take no settings per call, and copy theirs under a lock: one of each serves all threads.
    private static let jsonEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
    private static let jsonDecoder = JSONDecoder()

    /// - Throws: an `internal` fault for a value that the encoding cannot hold (a NaN).
    public func encode(_ value: some Encodable) throws(Fault) -> [UInt8] {
        do {
            return [UInt8](try Self.jsonEncoder.encode(value))
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(.internal, code: "internal", message: "the answer cannot be written")
        }
    }

    /// - Parameter bytes: a body; an empty one is the same as `{}`.
    /// - Throws: an `invalid_argument` fault that names the first field of a wrong shape.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: [UInt8]
    ) throws(Fault) -> Value {
        let text = bytes.isEmpty ? Array("{}".utf8) : bytes
        do {
            try JSONText.check(text)
            return try Self.jsonDecoder.decode(type, from: Data(text))
        } catch let fault as Fault {
            throw fault
        } catch {
            throw .invalid([DecodingProblem.detail(of: error)])
        }
    }
}
