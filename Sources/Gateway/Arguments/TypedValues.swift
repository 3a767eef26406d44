import CommandLineOptions
import Contracts
import WireProtocol

/// The shop's own kinds of value on the command line.
extension Parsed {
    func sku(_ parameter: some Parameter) throws(UsageError) -> Sku {
        try converted(parameter, allowed: Sku.allowed) { Sku($0) }
    }

    func skus(_ parameter: some Parameter) throws(UsageError) -> [Sku] {
        try texts(parameter).map { text throws(UsageError) in
            guard let sku = Sku(text) else { throw UsageError(message: "\(text): \(Sku.malformed.message)") }
            return sku
        }
    }

    func currency(_ parameter: some Parameter) throws(UsageError) -> Currency {
        try converted(parameter, allowed: "an ISO 4217 code in upper case, such as USD") { Currency($0) }
    }

    func amount(_ parameter: some Parameter, _ currency: Currency) throws(UsageError) -> Amount {
        let example = Amount(currency.minorUnitsPerUnit * 5 / 2).decimal(currency)
        return try converted(parameter, allowed: "an amount of \(currency) such as \(example)") { text in
            Amount(decimal: text, currency).flatMap { $0 < .zero ? nil : $0 }
        }
    }

    func amountOrNil(_ parameter: some Parameter, _ currency: Currency) throws(UsageError) -> Amount? {
        textOrNil(parameter) == nil ? nil : try amount(parameter, currency)
    }

    /// An instant, or a day in that zone: its first one.
    func instantOrNil(_ parameter: some Parameter, _ zone: Zone) throws(UsageError) -> Timestamp? {
        try instantOrNil(parameter, zone, dayAfter: false)
    }

    /// An instant, or a day in that zone: the first one after it.
    func endOrNil(_ parameter: some Parameter, _ zone: Zone) throws(UsageError) -> Timestamp? {
        try instantOrNil(parameter, zone, dayAfter: true)
    }

    private func instantOrNil(
        _ parameter: some Parameter, _ zone: Zone, dayAfter: Bool
    ) throws(UsageError) -> Timestamp? {
        if textOrNil(parameter) == nil { return nil }
        return try converted(parameter, allowed: Self.dayOrInstant) { text in
            if let instant = Timestamp(rfc3339: text) { return instant }
            let midnight = Timestamp(rfc3339: "\(text)T00:00:00Z")
            return midnight.map {
                zone.instant(whenClockShows: dayAfter ? $0.adding(milliseconds: 86_400_000) : $0)
            }
        }
    }

    private static let dayOrInstant = "a day (2026-06-19) or an instant (2026-06-19T12:00:00Z)"

    func validityOrNil(_ parameter: some Parameter) throws(UsageError) -> ValidityBound? {
        if textOrNil(parameter) == nil { return nil }
        return try converted(parameter, allowed: Self.dayOrInstant) { ValidityBound($0) }
    }

    /// Rows of one page.
    func pageLimitOrNil(_ parameter: some Parameter) throws(UsageError) -> WireInteger? {
        let range = Int(Bounds.limit.lowerBound)...Int(Bounds.limit.upperBound)
        return try integerOrNil(parameter, in: range).map { WireInteger(Int64($0)) }
    }

    func emailOrNil(_ parameter: some Parameter) throws(UsageError) -> String? {
        if textOrNil(parameter) == nil { return nil }
        return try converted(parameter, allowed: "like name@example.org") { Customer.isEmail($0) ? $0 : nil }
    }

    /// A country's code, as addresses and destinations have it.
    func country(_ parameter: some Parameter) throws(UsageError) -> String {
        let text = try text(parameter)
        guard Country.isListed(text) else {
            let problem = Country.problem(with: text, code: "usage")
            throw UsageError(message: "\(parameter.name) \(shellWord(text)): \(problem.message)")
        }
        return text
    }

    func wholeNumber(_ parameter: some Parameter) throws(UsageError) -> Int64 {
        try converted(parameter, allowed: "a whole number") { $0.hasPrefix("+") ? nil : Int64($0) }
    }

    /// An idempotency key: 1 to 128 visible characters.
    func keyOrNil(_ parameter: some Parameter) throws(UsageError) -> String? {
        if textOrNil(parameter) == nil { return nil }
        return try converted(parameter, allowed: "1 to 128 visible characters", visible)
    }

    private func visible(_ text: String) -> String? {
        let isVisible = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return (1...128).contains(text.utf8.count) && isVisible ? text : nil
    }

    func wordOrNil<Word: WireEnum>(_ parameter: some Parameter, _ type: Word.Type) throws(UsageError) -> Word?
    {
        if textOrNil(parameter) == nil { return nil }
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return try converted(parameter, allowed: "one of \(words)") { Word(rawValue: $0) }
    }

    /// Nil for a flag that may repeat and was not given.
    func textsOrNil(_ parameter: some Parameter) -> [String]? {
        let texts = texts(parameter)
        return texts.isEmpty ? nil : texts
    }
}
