/// The texts within a message: checked, never repaired.
enum UTF8Text {
    static func isValid(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
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
