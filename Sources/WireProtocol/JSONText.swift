/// What is checked of a JSON body before Foundation's decoder sees it.
///
/// That decoder takes other encodings than UTF-8, strings of broken UTF-8 in fields that nobody reads, and the
/// first of two equal keys.
enum JSONText {
    /// - Throws: `FieldProblem` that says what is wrong with the body as a whole.
    static func check(_ bytes: [UInt8]) throws(FieldProblem) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw problem("starts with a byte order mark") }
        if bytes.contains(0) { throw problem("holds a zero byte") }
        if String(validating: bytes, as: UTF8.self) == nil { throw problem("not valid UTF-8") }
    }

    private static func problem(_ message: String) -> FieldProblem {
        FieldProblem(code: "invalid_request", message: message)
    }
}
