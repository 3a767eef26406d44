/// A message whose bytes are known to be one well-formed item, and where each item within it is.
///
/// One pass checks everything and notes every item; after it, no type that decodes itself can meet a length
/// that lies or a text that is not UTF-8, values are stepped over at once, and paths cost nothing until
/// somebody asks.
final class Outline {
    let bytes: [UInt8]
    /// All items in the order of their bytes; a map's key comes just before its value.
    let entries: [OutlineEntry]
    let allowsNonFiniteNumbers: Bool
    let usesDirectCoding: Bool

    /// The value that was found by its key last.
    var lastFound = root

    static let root = 0

    /// - Throws: `DecodingError` with the path and a `CBORError`.
    init(
        _ bytes: [UInt8], mostEntries: Int, allowsNonFiniteNumbers: Bool, usesDirectCoding: Bool
    ) throws {
        self.bytes = bytes
        self.allowsNonFiniteNumbers = allowsNonFiniteNumbers
        self.usesDirectCoding = usesDirectCoding
        var builder = OutlineBuilder(bytes, mostEntries: mostEntries)
        do throws(CBORError) {
            try builder.build()
        } catch {
            let path =
                error.isAboutContainer
                ? OutlinePath.path(ofContainerIn: builder) : OutlinePath.path(ofNextItemIn: builder)
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: error.description, underlyingError: error))
        }
        entries = builder.entries
    }
}

struct OutlineEntry {
    /// Where the item's own head is, after its tags.
    let offset: UInt32
    /// The list or map that holds it.
    let parent: UInt32
    /// The first item after this one and all that it holds.
    var next: UInt32
    /// An element's index in its list.
    let place: UInt32
}
