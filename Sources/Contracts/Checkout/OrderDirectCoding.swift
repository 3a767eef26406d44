public import CBOR
import WireProtocol

/// An order is the answer to every placing, so it writes and reads itself.
extension Order: DirectCoding {
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
        writer.field("customer", customer)
        writer.field("address", address)
        writer.field("payment", payment)
        writer.field("timeline", timeline)
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
        customer = try reader.field("customer")
        address = try reader.field("address")
        payment = try reader.field("payment")
        timeline = try reader.field("timeline")
        try reader.end(map)
    }
}

extension Payment: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("method", method)
        writer.field("status", status)
        writer.field("authorised", authorised)
        writer.field("captured", captured)
        writer.field("refunded", refunded)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        method = try reader.field("method")
        status = try reader.field("status")
        authorised = try reader.field("authorised")
        captured = try reader.field("captured")
        refunded = try reader.field("refunded")
        try reader.end(map)
    }
}

extension TimelineEntry: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("event", event)
        writer.field("at", at)
        writer.field("note", ifPresent: note)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        event = try reader.field("event")
        at = try reader.field("at")
        note = try reader.fieldIfPresent("note")
        try reader.end(map)
    }
}

extension OrderStatus: DirectCoding {}
extension PaymentStatus: DirectCoding {}
