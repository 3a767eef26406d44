/// The different values of one facet, each with a small number, so that a product holds numbers only.
///
/// A value is forgotten with the last product that carries it, and its number is given to the next new one.
struct FacetValues {
    /// By number; empty where a number is free.
    private(set) var texts: [String] = []
    /// The values in the form of `SearchText`; empty where a number is free.
    private(set) var fields: [[UInt8]] = []
    /// How many products carry each value.
    private var carriers: [Int] = []
    /// By number, one number for all spellings of the same field.
    private(set) var leaders: [Int32] = []
    private var freeNumbers: [Int32] = []
    private var numbers: [String: Int32] = [:]
    private var numbersByField: [[UInt8]: [Int32]] = [:]

    /// Numbers given out, those that are free again included.
    var capacity: Int { texts.count }

    /// Values that a product carries.
    var count: Int { numbers.count }

    subscript(number: Int32) -> String { texts[Int(number)] }

    /// The number of a value that one more product carries.
    mutating func take(_ text: String) -> Int32 {
        let number = numbers[text] ?? add(text)
        carriers[Int(number)] += 1
        return number
    }

    /// One product less carries the value.
    mutating func giveBack(_ number: Int32) {
        let place = Int(number)
        carriers[place] -= 1
        if carriers[place] == 0 { forget(number) }
    }

    private mutating func add(_ text: String) -> Int32 {
        let number = freeNumbers.popLast() ?? appendNumber()
        let field = SearchText.bytes(text)
        texts[Int(number)] = text
        fields[Int(number)] = field
        numbers[text] = number
        numbersByField[field, default: []].append(number)
        leaders[Int(number)] = numbersByField[field]?.first ?? number
        return number
    }

    private mutating func appendNumber() -> Int32 {
        texts.append("")
        fields.append([])
        carriers.append(0)
        leaders.append(Int32(leaders.count))
        return Int32(texts.count - 1)
    }

    private mutating func forget(_ number: Int32) {
        let place = Int(number)
        numbers[texts[place]] = nil
        let alike = numbersByField[fields[place], default: []].filter { $0 != number }
        numbersByField[fields[place]] = alike.isEmpty ? nil : alike
        if let leader = alike.first, leaders[place] == number {
            for other in alike { leaders[Int(other)] = leader }
        }
        texts[place] = ""
        fields[place] = []
        freeNumbers.append(number)
    }

    /// The spelling that most products carry, of all that are the same field as this value.
    func commonSpelling(of number: Int32) -> String {
        let alike = numbersByField[fields[Int(number)]] ?? []
        let common = alike.max { left, right in
            let (fewer, more) = (carriers[Int(left)], carriers[Int(right)])
            return fewer == more ? self[left] > self[right] : fewer < more
        }
        return self[common ?? number]
    }

    /// Whether most numbers are free, so that it is time to number the values anew.
    var isSparse: Bool { freeNumbers.count > max(Self.fewFree, count) }

    private static let fewFree = 1000

    /// The numbers of all values that differ from `text` at most in case, accents and width.
    func numbers(like text: String) -> [Int32] {
        numbersByField[SearchText.bytes(text)] ?? []
    }
}
