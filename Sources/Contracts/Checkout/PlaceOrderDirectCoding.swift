public import CBOR
import WireProtocol

/// Placing is checkout's most frequent work, so its request writes and reads itself.
extension PlaceOrder: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("token", token)
        writer.field("expectedTotal", expectedTotal)
        writer.field("customer", customer)
        writer.field("address", address)
        writer.field("payment", payment)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        token = try reader.field("token")
        expectedTotal = try reader.field("expectedTotal")
        customer = try reader.field("customer")
        address = try reader.field("address")
        payment = try reader.field("payment")
        try reader.end(map)
    }
}

extension Customer: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("name", name)
        writer.field("email", ifPresent: email)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        name = try reader.field("name")
        email = try reader.fieldIfPresent("email")
        try reader.end(map)
    }
}

extension Address: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("street", street)
        writer.field("city", city)
        writer.field("region", ifPresent: region)
        writer.field("postalCode", ifPresent: postalCode)
        writer.field("country", country)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        street = try reader.field("street")
        city = try reader.field("city")
        region = try reader.fieldIfPresent("region")
        postalCode = try reader.fieldIfPresent("postalCode")
        country = try reader.field("country")
        try reader.end(map)
    }
}

extension PaymentChoice: DirectCoding {
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("method", method)
        writer.field("token", ifPresent: token)
        writer.end(map)
    }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        method = try reader.field("method")
        token = try reader.fieldIfPresent("token")
        try reader.end(map)
    }
}
