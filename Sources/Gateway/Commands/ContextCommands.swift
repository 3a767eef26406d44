import CommandLineOptions
import WireProtocol

/// Named shops.
struct ContextListCommand: ShopCommand {
    static let syntax = Command(
        name: "context list", summary: "List the named shops",
        examples: ["gateway context list", "gateway --context market status"])

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {}

    func run(in shop: Shop) async throws(GatewayError) -> Contexts {
        try Contexts.read(shop.settings.contextsPath)
    }
}

/// Names a shop.
struct ContextAddCommand: ShopCommand {
    private static let name = Argument(
        "NAME", help: "How the shop is called; an earlier one of this name is replaced")

    static let syntax = Command(
        name: "context add", summary: "Name a shop: where its services listen, and its currency",
        arguments: [name],
        examples: [
            "gateway context add market --catalog tcp://10.0.0.5:7010 --pricing tcp://10.0.0.5:7020 "
                + "--checkout tcp://10.0.0.5:7030 --currency EUR"
        ])

    let name: String
    let values: [String: String]

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        name = try parsed.converted(
            Self.name, allowed: "a name of letters, digits, - and _, and not \(Contexts.none)"
        ) {
            $0 != Contexts.none && !$0.isEmpty
                && $0.utf8.allSatisfy { shellPlain($0) } ? $0 : nil
        }
        var values: [String: String] = [:]
        for flag in Contexts.flags {
            if let text = parsed.typedText(flag) { values[String(flag.name.dropFirst(2))] = text }
        }
        self.values = values
        if values.isEmpty {
            let names = Contexts.flags.map(\.name).joined(separator: ", ")
            throw UsageError(message: "say what is particular to this shop: \(names)")
        }
    }

    func run(in shop: Shop) async throws(GatewayError) -> Contexts {
        try Contexts.changed(shop) { $0.contexts[name] = values }
    }
}

/// Chooses the shop that is meant when none is named.
struct ContextUseCommand: ShopCommand {
    private static let name = Argument(
        "NAME", completes: ShopCompletion.context, help: "Which shop; \(Contexts.none) for none of them")

    static let syntax = Command(
        name: "context use", summary: "Choose the shop that is meant when none is named", arguments: [name],
        examples: ["gateway context use market", "gateway context use \(Contexts.none)"])

    let name: String

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) { name = try parsed.text(Self.name) }

    func run(in shop: Shop) async throws(GatewayError) -> Contexts {
        try Contexts.changed(shop) { (contexts) throws(GatewayError) in
            try contexts.require(name)
            contexts.current = name == Contexts.none ? nil : name
        }
    }
}

/// Forgets a shop's name.
struct ContextRemoveCommand: ShopCommand {
    private static let name = Argument("NAME", completes: ShopCompletion.context, help: "Which shop")

    static let syntax = Command(
        name: "context remove", summary: "Forget the name of a shop", arguments: [name],
        examples: ["gateway context remove market"])

    let name: String

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) { name = try parsed.text(Self.name) }

    func run(in shop: Shop) async throws(GatewayError) -> Contexts {
        try Contexts.changed(shop) { (contexts) throws(GatewayError) in
            try contexts.require(name)
            contexts.contexts[name] = nil
            if contexts.current == name { contexts.current = nil }
        }
    }
}

private func shellPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
    default: false
    }
}

extension Contexts {
    fileprivate static func changed(
        _ shop: Shop, _ change: (inout Contexts) throws(GatewayError) -> Void
    ) throws(GatewayError) -> Contexts {
        var contexts = try read(shop.settings.contextsPath)
        try change(&contexts)
        try contexts.write(shop.settings.contextsPath)
        return contexts
    }
}

extension Contexts: Answer {
    func text(_ style: Style) -> String {
        var table = Table([
            .text("CURRENT"), .text("NAME"), .text("CATALOG"), .text("PRICING"), .text("CHECKOUT"),
            .text("CURRENCY"),
        ])
        table.add([current == nil ? "*" : "", Self.none, "", "", "", ""])
        for (name, values) in contexts.sorted(by: { $0.key < $1.key }) {
            let known = ["catalog", "pricing", "checkout", "currency"].map { values[$0] ?? "" }
            table.add([name == current ? "*" : "", name] + known)
        }
        return table.text(style)
    }

    var json: [UInt8] { Self.encoded(self) }
}
