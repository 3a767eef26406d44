import CommandLineOptions
import Contracts
import WireProtocol

/// A basket line as it is typed: `sku`, `sku:3` or `cupcake:6,flavour=rainbow,extras=frosting+sprinkles`.
enum BasketLineText {
    static let help = "SKU[:QUANTITY][,OPTION=CHOICE[+CHOICE…]]…"

    static func parse(_ text: String) throws(UsageError) -> BasketLine {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let head = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let sku = Sku(String(head[0])) else {
            throw refused(text, head[0].isEmpty ? "the sku is missing" : Sku.malformed.message)
        }
        var line = BasketLine(sku: sku, quantity: 1)
        if head.count == 2 { line.quantity = try quantity(head[1], in: text) }
        for part in parts.dropFirst() { try add(part, to: &line, in: text) }
        return line
    }

    /// Whether the shop sells that many is the shop's to say; here it only has to be a whole number.
    private static func quantity(_ text: Substring, in line: String) throws(UsageError) -> Quantity {
        guard let number = Int64(text), !text.hasPrefix("+") else {
            throw refused(line, "after `:` comes a whole number, not \(text.isEmpty ? "nothing" : text)")
        }
        return Quantity(number)
    }

    private static func add(
        _ part: Substring, to line: inout BasketLine, in text: String
    ) throws(UsageError) {
        let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, !sides[0].isEmpty else {
            throw refused(text, "an option is OPTION=CHOICE, not \(part.isEmpty ? "empty" : String(part))")
        }
        let group = String(sides[0])
        let choices = sides[1].split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        guard !choices.contains("") else { throw refused(text, "a choice of \(group) is missing") }
        guard line.options?[group] == nil else {
            throw refused(text, "\(group) is there twice: join its choices with +")
        }
        line.options = (line.options ?? [:]).merging([group: choices]) { $1 }
    }

    /// The line as it would be typed, options sorted.
    static func options(_ options: [String: [String]]?) -> String {
        (options ?? [:]).sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value.joined(separator: "+"))" }
            .joined(separator: " ")
    }

    private static func refused(_ line: String, _ reason: String) -> UsageError {
        UsageError(message: "\(line): \(reason) (a line is \(help))")
    }
}
