/// Text from elsewhere as it may stand on a terminal: what would steer it is written as `\u{1b}`.
enum SafeText {
    /// A text of one line: also line ends and tabs are written out.
    static func line(_ text: String) -> String {
        isHarmless(text) { _ in false } ? text : escaped(text) { _ in false }
    }

    /// A text that may have lines.
    static func lines(_ text: String) -> String {
        let allowed: (Unicode.Scalar) -> Bool = { $0 == "\n" }
        return isHarmless(text, allowed) ? text : escaped(text, allowed)
    }

    /// JSON, which may hold control characters only inside texts: the same JSON with them escaped.
    static func json(_ text: String) -> String {
        var safe = ""
        for scalar in text.unicodeScalars {
            if scalar != "\n", isSteering(scalar) {
                let digits = String(scalar.value, radix: 16)
                safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    private static func isHarmless(_ text: String, _ allowed: (Unicode.Scalar) -> Bool) -> Bool {
        text.unicodeScalars.allSatisfy { !isSteering($0) || allowed($0) }
    }

    private static func escaped(_ text: String, _ allowed: (Unicode.Scalar) -> Bool) -> String {
        var safe = ""
        for scalar in text.unicodeScalars {
            if isSteering(scalar), !allowed(scalar) {
                safe += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// Control characters, line separators, and what reorders the text around it (UAX #9).
    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x61C:
            true
        default: false
        }
    }
}
