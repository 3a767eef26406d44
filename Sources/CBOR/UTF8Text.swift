/// The texts within a message: checked, never repaired.
enum UTF8Text {
    static func isValid(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        // Most texts are short and ASCII: one look at each byte is less than a call.
        if range.count <= 16 {
            var union: UInt8 = 0
            for place in range { union |= bytes[place] }
            if union < 0x80 { return true }
        }
        let contents = bytes.span.extracting(range)
        do {
            _ = try UTF8Span(validating: contents)
            return true
        } catch {
            return false
        }
    }

    static func string(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
        let contents = bytes.span.extracting(range)
        do {
            let text = try UTF8Span(validating: contents)
            return String(copying: text)
        } catch {
            return nil
        }
    }
}
