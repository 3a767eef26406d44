import Contracts
import FoundationEssentials
import WireProtocol

/// Writes positions as cursors of one search and reads them back.
///
/// A cursor carries a check over the search and the position, so that another search's cursor, or an altered one,
/// is refused. It is no secret and no permission: whoever forges one gets another page of what anybody may read.
struct SearchCursor {
    /// What a position belongs to: everything of a search but the size of its pages.
    private let search: [UInt8]

    init(of query: SearchQuery) {
        let parts: [[String]] = [
            query.words.map(\.text), query.categories, query.sellers, query.tags, [query.order.rawValue],
            [
                query.selling.currency?.code ?? "", query.selling.inStock.map(String.init) ?? "",
                query.selling.minPrice.map { String($0.minorUnits) } ?? "",
                query.selling.maxPrice.map { String($0.minorUnits) } ?? "",
            ],
        ]
        // Each text with its length in front: no two searches look the same.
        search = parts.flatMap { part in
            Array("\(part.count);".utf8) + part.flatMap { Array("\($0.utf8.count):\($0)".utf8) }
        }
    }

    func text(for position: SearchPosition) -> String {
        let header = "\(position.isSimilar ? 1 : 0) \(position.leading) \(position.sku) "
        let payload = Array(header.utf8) + position.name
        return Data(check(payload) + payload).base64EncodedString()
    }

    /// - Throws: `invalid_cursor`.
    func position(in text: String) throws(Fault) -> SearchPosition {
        guard let data = Data(base64Encoded: text), data.count > Self.checkBytes else {
            throw .invalidCursor
        }
        let payload = Array(data.dropFirst(Self.checkBytes))
        guard Array(data.prefix(Self.checkBytes)) == check(payload) else { throw .invalidCursor }
        let fields = payload.split(
            separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
        guard fields.count == 4, let leading = Int(String(decoding: fields[1], as: UTF8.self)) else {
            throw .invalidCursor
        }
        return SearchPosition(
            isSimilar: fields[0].elementsEqual("1".utf8), leading: leading, name: Array(fields[3]),
            sku: String(decoding: fields[2], as: UTF8.self))
    }

    private static let checkBytes = 8

    /// FNV-1a, 64 bits (RFC 9923).
    private func check(_ payload: [UInt8]) -> [UInt8] {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in search + payload { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return (0..<Self.checkBytes).map { UInt8(truncatingIfNeeded: hash >> UInt64(8 * $0)) }
    }
}
