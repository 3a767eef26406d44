/// How text is set off on a terminal; plain where there is none, or where `NO_COLOR` asks for it.
struct Style: Sendable, Equatable {
    var isColoured: Bool

    static let plain = Style(isColoured: false)

    func heading(_ text: String) -> String { wrapped(text, "1") }
    func warning(_ text: String) -> String { wrapped(text, "33") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
