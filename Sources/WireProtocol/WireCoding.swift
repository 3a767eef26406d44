import CBOR
import FoundationEssentials

/// Bodies to values and back, in the encoding that the header names.
///
/// Written JSON has sorted keys and unescaped slashes, written CBOR its keys in declaration order, so that equal
/// values are equal bytes. A body that is no valid message becomes an `invalid_argument` fault that names the
/// field, the same one in both encodings.
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
    // What JSON cannot hold is refused here too, so that a message can change its encoding on its way.
    private static let cborEncoder = CBOREncoder(allowsNonFiniteNumbers: false)
    private static let cborDecoder = CBORDecoder(allowsNonFiniteNumbers: false)

    /// - Throws: an `internal` fault for a value that the encoding cannot hold (a NaN).
    public func encode(_ value: some Encodable) throws(Fault) -> [UInt8] {
        do {
            return switch contentType {
            case .json: [UInt8](try Self.jsonEncoder.encode(value))
            case .cbor: try Self.cborEncoder.encode(value)
            }
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(.internal, code: "internal", message: "the answer cannot be written")
        }
    }

    /// - Parameters:
    ///   - type: what the body is to be.
    ///   - bytes: a body; an empty one is the same as an empty object.
    ///   - mostEntries: elements of lists and keys of objects that may be there in all, known fields or not; a body
    ///     that has more is refused while it is read.
    ///   - known: the type's shape, where fields beyond it are refused as `unknown_field`, at any depth and before
    ///     anything else is said of the shape; nil ignores them.
    /// - Throws: an `invalid_argument` fault that names the fields that are not known, or else the first one of a
    ///   wrong shape.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: [UInt8], mostEntries: Int = .max,
        refusingBeyond known: Schema? = nil
    ) throws(Fault) -> Value {
        do {
            return switch contentType {
            case .json: try Self.decodeJSON(type, bytes, mostEntries, known)
            case .cbor: try Self.decodeCBOR(type, bytes, mostEntries, known)
            }
        } catch let fault as Fault {
            throw fault
        } catch {
            throw .invalid([DecodingProblem.detail(of: error)])
        }
    }

    /// JSON for those who do not mind the order of keys: of a value that writes itself it is made much faster, with
    /// its keys in declaration order.
    ///
    /// - Throws: as `encode`.
    public static func json(_ value: some Encodable) throws(Fault) -> [UInt8] {
        if let text = DirectJSON.encode(value) { return text }
        return try WireCoding(.json).encode(value)
    }

    private static let emptyMap: [UInt8] = [0xA0]

    private static func decodeJSON<Value: Decodable>(
        _ type: Value.Type, _ bytes: [UInt8], _ mostEntries: Int, _ known: Schema?
    ) throws -> Value {
        let text = bytes.isEmpty ? Array("{}".utf8) : bytes
        let unknown = try JSONText.check(text, mostEntries: mostEntries, known: known)
        guard unknown.isEmpty else { throw unknown.fault }
        return try jsonDecoder.decode(type, from: Data(text))
    }

    private static func decodeCBOR<Value: Decodable>(
        _ type: Value.Type, _ bytes: [UInt8], _ mostEntries: Int, _ known: Schema?
    ) throws -> Value {
        let item = bytes.isEmpty ? emptyMap : bytes
        guard let known else { return try cborDecoder.decode(type, from: item, mostEntries: mostEntries) }
        // In the form of our own writer nothing can be unknown.
        if let value = cborDecoder.decodeAsWritten(type, from: item, mostEntries: mostEntries) {
            return value
        }
        let unknown = try cborDecoder.decode(FieldTree.self, from: item, mostEntries: mostEntries)
            .fields(beyond: known)
        guard unknown.isEmpty else { throw unknown.fault }
        return try cborDecoder.decode(type, from: item, mostEntries: mostEntries)
    }
}
