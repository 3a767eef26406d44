import WireProtocol

/// Cuts what is to be told into pages that travel well: on a slow link one message of megabytes never arrives
/// while heartbeats are on.
enum SyncPage {
    /// Of a whole reply.
    static let largestBytes = 64 * 1024
    /// What is left for the entries beside the reply's own fields.
    static let roomBytes = largestBytes - 1024

    /// How many bytes an entry takes in a reply, about: its texts and the names around them.
    static func bytes(of entry: StreamEntry) -> Int {
        entry.body.count + entry.type.utf8.count + entry.key.utf8.count + 112
    }

    /// The first entries that fit into a page; always one, however large.
    static func first<Element>(
        of elements: some Sequence<Element>, atMost limit: Int = .max, entry: (Element) -> StreamEntry
    ) -> [Element] {
        var page: [Element] = []
        var room = roomBytes
        for element in elements {
            room -= bytes(of: entry(element))
            if !page.isEmpty, room < 0 || page.count >= limit { break }
            page.append(element)
        }
        return page
    }

    static func body(of entry: StreamEntry) throws(Fault) -> JSONValue {
        try WireCoding(entry.contentType).decode(JSONValue.self, from: entry.body)
    }
}

extension StreamPage.Event {
    init(_ sequence: Int64, _ entry: StreamEntry) throws(Fault) {
        self.init(
            seq: sequence, type: entry.type, key: entry.key, time: entry.time,
            body: try SyncPage.body(of: entry))
    }
}

extension StreamPage.Item {
    init(_ entry: StreamEntry) throws(Fault) {
        self.init(type: entry.type, key: entry.key, time: entry.time, body: try SyncPage.body(of: entry))
    }
}
