/// The different values of one facet, each with a small number, so that a product holds numbers only.
struct FacetValues {
    private(set) var texts: [String] = []
    /// The values in the form of `SearchText`.
    private(set) var fields: [[UInt8]] = []
    private var numbers: [String: Int32] = [:]
    private var numbersByField: [[UInt8]: [Int32]] = [:]

    var count: Int { texts.count }

    /// The number of a value, a new one for a new value.
    mutating func number(of text: String) -> Int32 {
        if let known = numbers[text] { return known }
        let number = Int32(texts.count)
        let field = SearchText.bytes(text)
        texts.append(text)
        fields.append(field)
        numbers[text] = number
        numbersByField[field, default: []].append(number)
        return number
    }

    /// The numbers of all values that differ from `text` at most in case, accents and width.
    func numbers(like text: String) -> [Int32] {
        numbersByField[SearchText.bytes(text)] ?? []
    }
}
