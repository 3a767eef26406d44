/// How postal codes look in one country, and whether an address needs one.
///
/// Where no rule is known none is needed, and any is accepted.
struct PostalCodeRule {
    private let country: String
    /// `9` stands for a digit, `A` for a letter, a space for one or none; others for themselves, in either
    /// case.
    private let forms: [String]

    init(country: String) {
        self.country = country
        forms = PostalCodeRule.formsByCountry[country] ?? []
    }

    /// - Parameter code: trimmed; kept as given, since a leading zero counts.
    func problem(with code: String?) -> String? {
        guard let example = forms.first else { return nil }
        guard let code else { return "\(country) needs a postal code, like \(example)" }
        guard forms.contains(where: { PostalCodeRule.matches(code, $0) }) else {
            return
                "postal codes of \(country) look like \(forms.joined(separator: " or ")) (9 a digit, A a letter)"
        }
        return nil
    }

    private static func matches(_ code: String, _ form: String) -> Bool {
        var rest = Substring(code).utf8
        for wanted in form.utf8 {
            let isBlank = wanted == UInt8(ascii: " ")
            guard let next = rest.first, isAllowed(next, for: wanted) else {
                if isBlank { continue }
                return false
            }
            rest.removeFirst()
        }
        return rest.isEmpty
    }

    private static func isAllowed(_ byte: UInt8, for wanted: UInt8) -> Bool {
        switch wanted {
        case UInt8(ascii: "9"): (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        case UInt8(ascii: "A"): isLetter(byte & ~0x20)
        default: byte == wanted || isLetter(wanted) && byte & ~0x20 == wanted
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
