/// How text is set off and laid out: plain, and as long as it likes, where it does not go to a terminal.
struct Style: Sendable, Equatable {
    var isColored = false
    /// The width of the terminal; nil where nothing limits.
    var columns: Int?
    /// In which instants are told.
    var zone = Zone.utc

    static let plain = Style()

    func heading(_ text: String) -> String { wrapped(text, "1") }
    func warning(_ text: String) -> String { wrapped(text, "33") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
