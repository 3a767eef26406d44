/// What subscriptions match, byte by byte from the start: `<stream>/<key>`.
///
/// The slash ends the stream's name: a subscription to `price` would also get `price-history`.
enum Topic {
    /// libzmq 4.3.4 never delivers topics of 246 to 255 bytes.
    static let longestBytes = 200

    static func of(stream: String, key: String) -> [UInt8] {
        var bytes = [UInt8](stream.utf8)
        bytes.append(UInt8(ascii: "/"))
        bytes.append(contentsOf: key.utf8)
        return bytes
    }

    /// Nil for bytes that are no topic of this stream.
    static func key(in topic: [UInt8], of stream: String) -> String? {
        let prefix = of(stream: stream, key: "")
        guard topic.starts(with: prefix) else { return nil }
        return String(validating: topic[prefix.count...], as: UTF8.self)
    }

    static let streamNameRule = "1 to 64 visible characters without a slash"

    static func isStreamName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64
            && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
    }
}
