/// A value and where it came from: a flag, an environment variable or an argument.
struct Value: Sendable {
    let text: String
    let source: String
    /// Whether it is only what holds when nothing is given.
    var isDefault = false

    func refused(_ allowed: String) -> UsageError {
        UsageError(message: "\(source) must be \(allowed), not \(text.isEmpty ? "empty" : text)")
    }
}

/// A command line that was read; values come out typed.
package struct Parsed: Sendable {
    /// The subcommand's name, or the program's where there are none.
    package let command: String
    let values: [String: [Value]]

    /// Whether a switch is on.
    package func isOn(_ flag: Flag) -> Bool {
        ["true", "1", "yes"].contains(values[flag.name]?.last?.text ?? "")
    }

    /// Whether a value was given, on the command line or by the environment: not merely the default.
    package func isGiven(_ parameter: some Parameter) -> Bool {
        values[parameter.name, default: []].contains { !$0.isDefault }
    }

    /// The value that was given on the command line itself; nil when it comes from elsewhere.
    package func typedText(_ flag: Flag) -> String? {
        values[flag.name]?.last { !$0.isDefault && ($0.source == flag.name || $0.source == flag.short) }?.text
    }

    /// Every value there is, given or default, by the names of flags and arguments; the values of one that repeats
    /// have commas between them.
    package var all: [(name: String, text: String)] {
        values.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value.map(\.text).joined(separator: ",")) }
    }

    package func texts(_ parameter: some Parameter) -> [String] {
        values[parameter.name, default: []].map(\.text)
    }

    package func textOrNil(_ parameter: some Parameter) -> String? { texts(parameter).last }

    package func text(_ parameter: some Parameter) throws(UsageError) -> String {
        try value(parameter).text
    }

    package func integer(
        _ parameter: some Parameter, in range: ClosedRange<Int> = 0...Int.max
    ) throws(UsageError) -> Int {
        let value = try value(parameter)
        guard let number = Int(value.text), range.contains(number), !value.text.hasPrefix("+") else {
            throw value.refused(describe(range))
        }
        return number
    }

    package func integerOrNil(
        _ parameter: some Parameter, in range: ClosedRange<Int> = 0...Int.max
    ) throws(UsageError) -> Int? {
        textOrNil(parameter) == nil ? nil : try integer(parameter, in: range)
    }

    /// A span of time as `250ms`, `5s`, `1.5s` or `2m`, in whole milliseconds; a bare number is in seconds.
    package func milliseconds(
        _ parameter: some Parameter, in range: ClosedRange<Int> = 0...86_400_000
    ) throws(UsageError) -> Int {
        let value = try value(parameter)
        guard let milliseconds = parseMilliseconds(value.text), range.contains(milliseconds) else {
            throw value.refused(describe(milliseconds: range))
        }
        return milliseconds
    }

    /// The value after `convert`, which answers nil for what is not allowed; `allowed` tells what is.
    package func converted<Result>(
        _ parameter: some Parameter, allowed: String, _ convert: (String) -> Result?
    ) throws(UsageError) -> Result {
        let value = try value(parameter)
        guard let result = convert(value.text) else { throw value.refused(allowed) }
        return result
    }

    private func value(_ parameter: some Parameter) throws(UsageError) -> Value {
        if let value = values[parameter.name]?.last { return value }
        throw UsageError(message: "\(parameter.name) is missing: \(parameter.help)")
    }
}

private func describe(_ range: ClosedRange<Int>) -> String {
    range.upperBound == .max
        ? "a whole number from \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
}

/// The bounds as they would be typed, and examples from between them.
private func describe(milliseconds range: ClosedRange<Int>) -> String {
    let examples = ["250ms", "5s", "2m"].filter { parseMilliseconds($0).map(range.contains) ?? false }
    let example = examples.isEmpty ? "" : ", such as \(alternatives(examples))"
    return "a time from \(timeText(range.lowerBound)) to \(timeText(range.upperBound))\(example)"
}

/// `a, b or c`
private func alternatives(_ words: [String]) -> String {
    guard words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + words.suffix(1).joined()
}

/// Whole seconds and minutes as such: `1m`, `90s`, `250ms`.
private func timeText(_ milliseconds: Int) -> String {
    if milliseconds >= 60_000, milliseconds.isMultiple(of: 60_000) { return "\(milliseconds / 60_000)m" }
    if milliseconds >= 1000, milliseconds.isMultiple(of: 1000) { return "\(milliseconds / 1000)s" }
    return "\(milliseconds)ms"
}

private func parseMilliseconds(_ text: String) -> Int? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let factors = ["ms": 1, "s": 1000, "": 1000, "m": 60_000]
    guard let factor = factors[String(text[number.endIndex...])] else { return nil }
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = Int(parts[0]) else { return nil }
    let (product, overflows) = whole.multipliedReportingOverflow(by: factor)
    guard !overflows else { return nil }
    guard parts.count > 1 else { return product }
    // Thousandths are exact; anything finer is refused.
    guard (1...3).contains(parts[1].count), let digits = Int(parts[1]) else { return nil }
    let thousandths = digits * [100, 10, 1][parts[1].count - 1] * factor
    let (sum, sumOverflows) = product.addingReportingOverflow(thousandths / 1000)
    return thousandths.isMultiple(of: 1000) && !sumOverflows ? sum : nil
}
