/// A coding key that is any text.
struct TextKey: CodingKey {
    let stringValue: String

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    var intValue: Int? { nil }
}

/// A coding key that is a place in a list.
struct ListIndex: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { index = intValue }

    var stringValue: String { String(index) }
    var intValue: Int? { index }
}
