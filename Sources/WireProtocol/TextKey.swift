/// A coding key that is any text.
struct TextKey: CodingKey {
    let stringValue: String

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    var intValue: Int? { nil }
}
