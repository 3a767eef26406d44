import WireProtocol
import ZeroMQ

/// A message of ours, taken apart where it lies.
extension Multipart {
    /// Where the empty frame is that ends the route; nil when this is no message of ours.
    var delimiter: Int? {
        guard excess == 0 else { return nil }
        return try? Envelope.delimiter(of: count) { self[$0].count }
    }

    func header(after delimiter: Int) throws(HeaderError) -> Header {
        try self[delimiter + 1].withBytes { bytes throws(HeaderError) in try Header(parsing: bytes) }
    }
}
