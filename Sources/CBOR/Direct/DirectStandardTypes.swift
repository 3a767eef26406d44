extension String: DirectCoding {
    public func write(to writer: inout ItemWriter) { writer.text(self) }
    public init(reading reader: inout ItemReader) throws(NotAsWritten) { self = try reader.text() }
}

extension Bool: DirectCoding {
    public func write(to writer: inout ItemWriter) { writer.boolean(self) }
    public init(reading reader: inout ItemReader) throws(NotAsWritten) { self = try reader.boolean() }
}

extension Int64: DirectCoding {
    public func write(to writer: inout ItemWriter) { writer.integer(self) }
    public init(reading reader: inout ItemReader) throws(NotAsWritten) { self = try reader.integer() }
}

extension Array: DirectCoding where Element: DirectCoding {
    @inlinable
    public func write(to writer: inout ItemWriter) {
        let list = writer.beginList()
        for element in self {
            writer.element()
            element.write(to: &writer)
        }
        writer.end(list)
    }

    @inlinable
    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        self = []
        let list = try reader.beginList()
        reserveCapacity(reader.likelyEntries)
        while reader.takeEntry() { append(try Element(reading: &reader)) }
        try reader.end(list)
    }
}

extension Dictionary: DirectCoding where Key == String, Value: DirectCoding {
    @inlinable
    public func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        for (name, value) in sorted(by: { DictionaryOrder.precedes($0.key, $1.key) }) {
            writer.key(name)
            value.write(to: &writer)
        }
        writer.end(map)
    }

    @inlinable
    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        self = [:]
        let map = try reader.beginMap()
        while reader.takeEntry() {
            let name = try reader.text()
            guard KeyForm.isComparable(name), updateValue(try Value(reading: &reader), forKey: name) == nil
            else { throw NotAsWritten() }
        }
        try reader.end(map)
    }
}
