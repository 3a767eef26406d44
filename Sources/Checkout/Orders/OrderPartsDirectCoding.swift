package import CBOR
import Contracts
package import WireProtocol

extension WireCoding {
    /// What the books keep of orders and answers: CBOR is small, and names its fields, so that a later release
    /// can read them.
    package static let kept = WireCoding(.cbor)
}

/// Every order writes its parts, so they write and read themselves.
extension Sale: DirectCoding {
    package func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("currency", currency)
        writer.field("lines", lines)
        writer.field("subtotal", subtotal)
        writer.field("discount", discount)
        writer.field("shipping", shipping)
        writer.field("shippingTax", shippingTax)
        writer.field("tax", tax)
        writer.field("taxes", taxes)
        writer.field("total", total)
        writer.field("taken", taken)
        writer.end(map)
    }

    package init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        currency = try reader.field("currency")
        lines = try reader.field("lines")
        subtotal = try reader.field("subtotal")
        discount = try reader.field("discount")
        shipping = try reader.field("shipping")
        shippingTax = try reader.field("shippingTax")
        tax = try reader.field("tax")
        taxes = try reader.field("taxes")
        total = try reader.field("total")
        taken = try reader.field("taken")
        try reader.end(map)
    }
}

extension StockTaking: DirectCoding {
    package func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("sku", sku)
        writer.field("quantity", quantity)
        writer.end(map)
    }

    package init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        sku = try reader.field("sku")
        quantity = try reader.field("quantity")
        try reader.end(map)
    }
}

extension Buyer: DirectCoding {
    package func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("customer", customer)
        writer.field("address", address)
        writer.end(map)
    }

    package init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        customer = try reader.field("customer")
        address = try reader.field("address")
        try reader.end(map)
    }
}

extension OrderState: DirectCoding {
    package func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("status", status)
        writer.field("payment", payment)
        writer.field("timeline", timeline)
        writer.end(map)
    }

    package init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        status = try reader.field("status")
        payment = try reader.field("payment")
        timeline = try reader.field("timeline")
        try reader.end(map)
    }
}

extension OrderMemory: DirectCoding {
    func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("row", row)
        writer.field("state", state)
        writer.end(map)
    }

    init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        row = try reader.field("row")
        state = try reader.field("state")
        try reader.end(map)
    }
}
