/// A dictionary whose keys are texts, read without the containers that its own `init(from:)` goes through.
protocol TextKeyed {
    /// Nil for what is no map.
    init?(_ outline: Outline, at index: Int) throws
}

extension Dictionary: TextKeyed where Key == String, Value: Decodable {
    init?(_ outline: Outline, at index: Int) throws {
        guard outline.isMap(index) else { return nil }
        self.init()
        var key = index + 1
        while key < outline.next(index) {
            let name = KeyName.text(outline.bytes, at: outline.offset(key))
            updateValue(try outline.decode(Value.self, at: key + 1), forKey: name)
            key = outline.next(key + 1)
        }
    }
}
