/// A step of a coding path, read off the message itself.
struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init(index: Int) {
        stringValue = "\(index)"
        intValue = index
    }

    init(stringValue: String) { self.init(stringValue) }
    init(intValue: Int) { self.init(index: intValue) }

    /// Where a class and its superclass write apart.
    static let superclass = PathKey("super")
}
