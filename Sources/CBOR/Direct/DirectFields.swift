/// The fields of a map. Inlined into the types that write themselves, so that each is one plain call.
extension ItemWriter {
    @inlinable
    public mutating func field<Value: DirectCoding>(_ name: StaticString, _ value: Value) {
        key(name)
        value.write(to: &self)
    }

    @inlinable
    public mutating func field<Value: DirectCoding>(_ name: StaticString, ifPresent value: Value?) {
        if let value { field(name, value) }
    }
}

extension ItemReader {
    @inlinable
    public mutating func field<Value: DirectCoding>(_ name: StaticString) throws(NotAsWritten) -> Value {
        guard takeKey(name) else { throw NotAsWritten() }
        return try Value(reading: &self)
    }

    @inlinable
    public mutating func fieldIfPresent<Value: DirectCoding>(_ name: StaticString) throws(NotAsWritten)
        -> Value?
    {
        takeKey(name) ? try Value(reading: &self) : nil
    }
}
