public import CBOR
import WireProtocol

/// A basket is the shop's most frequent question, so it writes and reads itself.
extension QuoteBasket: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("currency", currency)
        writer.field("lines", lines)
        writer.field("coupons", ifPresent: coupons)
        writer.field("destination", ifPresent: destination)
        writer.field("customer", ifPresent: customer)
        writer.field("at", ifPresent: at)
        writer.field("lock", ifPresent: lock)
        writer.field("explain", ifPresent: explain)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        currency = try reader.field("currency")
        lines = try reader.field("lines")
        coupons = try reader.fieldIfPresent("coupons")
        destination = try reader.fieldIfPresent("destination")
        customer = try reader.fieldIfPresent("customer")
        at = try reader.fieldIfPresent("at")
        lock = try reader.fieldIfPresent("lock")
        explain = try reader.fieldIfPresent("explain")
        try reader.end(map)
    }
}

extension BasketLine: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("sku", sku)
        writer.field("quantity", quantity)
        writer.field("options", ifPresent: options)
        writer.field("note", ifPresent: note)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        sku = try reader.field("sku")
        quantity = try reader.field("quantity")
        options = try reader.fieldIfPresent("options")
        note = try reader.fieldIfPresent("note")
        try reader.end(map)
    }
}

extension Destination: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("country", country)
        writer.field("region", ifPresent: region)
        writer.field("postalCode", ifPresent: postalCode)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        country = try reader.field("country")
        region = try reader.fieldIfPresent("region")
        postalCode = try reader.fieldIfPresent("postalCode")
        try reader.end(map)
    }
}
