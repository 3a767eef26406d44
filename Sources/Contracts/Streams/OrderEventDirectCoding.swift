public import CBOR
import WireProtocol

/// Every order tells of itself and of the stock it took, so these events write and read themselves.
extension OrderEvent: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("id", id)
        writer.field("number", number)
        writer.field("status", status)
        writer.field("placedAt", placedAt)
        writer.field("currency", currency)
        writer.field("lines", lines)
        writer.field("subtotal", subtotal)
        writer.field("discount", discount)
        writer.field("shipping", shipping)
        writer.field("shippingTax", shippingTax)
        writer.field("tax", tax)
        writer.field("taxes", taxes)
        writer.field("total", total)
        writer.field("payment", payment)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        id = try reader.field("id")
        number = try reader.field("number")
        status = try reader.field("status")
        placedAt = try reader.field("placedAt")
        currency = try reader.field("currency")
        lines = try reader.field("lines")
        subtotal = try reader.field("subtotal")
        discount = try reader.field("discount")
        shipping = try reader.field("shipping")
        shippingTax = try reader.field("shippingTax")
        tax = try reader.field("tax")
        taxes = try reader.field("taxes")
        total = try reader.field("total")
        payment = try reader.field("payment")
        try reader.end(map)
    }
}

extension StockLevel: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("sku", sku)
        writer.field("tracked", tracked)
        writer.field("onHand", onHand)
        writer.field("reserved", reserved)
        writer.field("available", available)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        sku = try reader.field("sku")
        tracked = try reader.field("tracked")
        onHand = try reader.field("onHand")
        reserved = try reader.field("reserved")
        available = try reader.field("available")
        try reader.end(map)
    }
}
