import WireProtocol
import ZeroMQ

/// A message of ours, taken apart where it lies.
extension Multipart {
    /// Where the empty frame is that ends the route; nil when this is no message of ours.
    var delimiter: Int? {
        guard excess == 0 else { return nil }
        return try? Envelope.delimiter(of: count) { self[$0].count }
    }

    /// What it took on the wire; the first frame, which names the peer, is the ROUTER's own.
    var wireBytes: Int {
        var bytes = 0
        for index in 1..<max(1, count) {
            let size = self[index].count
            bytes += size + (size > 255 ? 9 : 2)
        }
        return bytes
    }

    /// The same for all messages of a peer.
    var peerKey: UInt64 { self[0].withBytes { BoundPeers.key(of: $0) } }

    func header(after delimiter: Int) throws(HeaderError) -> Header {
        try self[delimiter + 1].withBytes { bytes throws(HeaderError) in try Header(parsing: bytes) }
    }
}
