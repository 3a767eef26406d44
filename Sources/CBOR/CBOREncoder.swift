/// Values to RFC 8949: definite lengths, shortest forms, keys in the order in which a type writes them, the
/// keys of dictionaries sorted. So equal values are equal bytes.
///
/// `Data` and `[UInt8]` are byte strings. A `Set` and a dictionary whose keys are no coding keys stay in
/// their own order.
public struct CBOREncoder: Sendable {
    private let allowsNonFiniteNumbers: Bool
    private let usesDirectCoding: Bool

    /// - Parameter allowsNonFiniteNumbers: whether infinities and NaN, which JSON lacks, may be written.
    public init(allowsNonFiniteNumbers: Bool = true) {
        self.init(allowsNonFiniteNumbers: allowsNonFiniteNumbers, usesDirectCoding: true)
    }

    /// For comparing the two ways of coding.
    package init(allowsNonFiniteNumbers: Bool = true, usesDirectCoding: Bool) {
        self.allowsNonFiniteNumbers = allowsNonFiniteNumbers
        self.usesDirectCoding = usesDirectCoding
    }

    /// - Throws: `EncodingError`, or what a type's `encode(to:)` throws. An error that a type swallows is
    ///   thrown all the same: no half message leaves.
    public func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
        if usesDirectCoding, let coder = directCoder(of: Value.self) {
            var writer = ItemWriter()
            coder.write(value, to: &writer)
            return writer.finish()
        }
        let rules = Draft.Rules(
            allowsNonFiniteNumbers: allowsNonFiniteNumbers, usesDirectCoding: usesDirectCoding)
        return try Draft.encode(value, rules)
    }
}
