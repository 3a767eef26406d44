public import CBOR
import WireProtocol

/// A quote is the shop's most frequent answer, so it writes and reads itself.
extension Quote: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("currency", currency)
        writer.field("at", at)
        writer.field("lines", lines)
        writer.field("subtotal", subtotal)
        writer.field("discount", discount)
        writer.field("unusedDiscount", ifPresent: unusedDiscount)
        writer.field("shipping", shipping)
        writer.field("shippingTax", shippingTax)
        writer.field("tax", tax)
        writer.field("taxes", taxes)
        writer.field("total", total)
        writer.field("taxIncluded", taxIncluded)
        writer.field("taxMode", taxMode)
        writer.field("rounding", rounding)
        writer.field("destination", destination)
        writer.field("coupons", coupons)
        writer.field("rejectedCoupons", rejectedCoupons)
        writer.field("why", ifPresent: why)
        writer.field("id", ifPresent: id)
        writer.field("token", ifPresent: token)
        writer.field("expiresAt", ifPresent: expiresAt)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        currency = try reader.field("currency")
        at = try reader.field("at")
        lines = try reader.field("lines")
        subtotal = try reader.field("subtotal")
        discount = try reader.field("discount")
        unusedDiscount = try reader.fieldIfPresent("unusedDiscount")
        shipping = try reader.field("shipping")
        shippingTax = try reader.field("shippingTax")
        tax = try reader.field("tax")
        taxes = try reader.field("taxes")
        total = try reader.field("total")
        taxIncluded = try reader.field("taxIncluded")
        taxMode = try reader.field("taxMode")
        rounding = try reader.field("rounding")
        destination = try reader.field("destination")
        coupons = try reader.field("coupons")
        rejectedCoupons = try reader.field("rejectedCoupons")
        why = try reader.fieldIfPresent("why")
        id = try reader.fieldIfPresent("id")
        token = try reader.fieldIfPresent("token")
        expiresAt = try reader.fieldIfPresent("expiresAt")
        try reader.end(map)
    }
}

extension QuoteLine: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("sku", sku)
        writer.field("quantity", quantity)
        writer.field("options", ifPresent: options)
        writer.field("note", ifPresent: note)
        writer.field("unitPrice", unitPrice)
        writer.field("surcharge", surcharge)
        writer.field("discount", discount)
        writer.field("tax", tax)
        writer.field("total", total)
        writer.field("why", ifPresent: why)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        sku = try reader.field("sku")
        quantity = try reader.field("quantity")
        options = try reader.fieldIfPresent("options")
        note = try reader.fieldIfPresent("note")
        unitPrice = try reader.field("unitPrice")
        surcharge = try reader.field("surcharge")
        discount = try reader.field("discount")
        tax = try reader.field("tax")
        total = try reader.field("total")
        why = try reader.fieldIfPresent("why")
        try reader.end(map)
    }
}

extension Why: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("what", what)
        writer.field("before", before)
        writer.field("after", after)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        what = try reader.field("what")
        before = try reader.field("before")
        after = try reader.field("after")
        try reader.end(map)
    }
}

extension TaxSum: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("name", name)
        writer.field("ratePpm", ratePpm)
        writer.field("net", net)
        writer.field("tax", tax)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        name = try reader.field("name")
        ratePpm = try reader.field("ratePpm")
        net = try reader.field("net")
        tax = try reader.field("tax")
        try reader.end(map)
    }
}

extension RejectedCoupon: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("code", code)
        writer.field("reason", reason)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        code = try reader.field("code")
        reason = try reader.field("reason")
        try reader.end(map)
    }
}

extension TaxMode: DirectCoding {}
extension Rounding: DirectCoding {}
