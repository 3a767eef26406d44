import CommandLineOptions
import Contracts
import WireProtocol

/// Creates or replaces products from a file.
struct ProductPutCommand: ShopCommand {
    private static let file = Argument(
        "FILE", completes: .files, help: #"JSON of one product or of {"products":[…]}; - reads stdin"#)

    static let syntax = Command(
        name: "product put", summary: "Create or replace products from a JSON file", arguments: [file],
        examples: [
            "gateway product put kiwi.json", "gateway show kiwi --json | jq .product | gateway product put -",
        ])

    static let timeoutMilliseconds = 10_000

    let path: String

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        path = try parsed.text(Self.file)
    }

    func run(in shop: Shop) async throws(GatewayError) -> Noted<Answered<ChangeCounts>> {
        let request = try Self.request(try InputFile.read(path), path: path)
        let counts: Answered<ChangeCounts>
        do throws(GatewayError) {
            counts = try await shop.call(request)
        } catch {
            if shop.settings.wantsJSON { throw error }
            throw error.changingFault { $0.asTyped(Self.words(of: request)) }
        }
        return Noted(answer: counts, notes: await Self.missingSteps(request.products.map(\.sku), shop))
    }

    /// What is left to do until the products can be bought; nothing where that cannot be asked now.
    static func missingSteps(_ skus: [Sku], _ shop: Shop) async -> [String] {
        async let asked = shop.part(
            GetOfferDefinitions(skus: skus), withinMilliseconds: Shop.asideMilliseconds)
        async let counted = shop.part(GetStock(skus: skus), withinMilliseconds: Shop.asideMilliseconds)
        let unoffered = (try? await asked.get())?.value?.missing ?? []
        let levels = (try? await counted.get())?.value?.levels ?? []
        let empty = levels.filter { $0.tracked && $0.onHand.value == 0 }.map(\.sku)
        return [
            note("no offer yet", unoffered, FaultAdvice.givingOffer),
            note("no stock yet", empty, "`gateway restock SKU N` counts what there is"),
        ].compactMap(\.self)
    }

    private static func note(_ lack: String, _ skus: [Sku], _ advice: String) -> String? {
        guard !skus.isEmpty else { return nil }
        let shown = skus.prefix(5).map(\.text) + (skus.count > 5 ? ["\(skus.count - 5) more"] : [])
        return "\(lack): \(shown.joined(separator: ", ")) (\(advice))"
    }

    /// Products by their skus, not by their places in a list that nobody may have written.
    private static func words(of request: PutProducts) -> TypedWords {
        var words = TypedWords()
        for (index, product) in request.products.enumerated() {
            words.add("products[\(index)]", "product \(product.sku)", keepingRest: true)
        }
        return words
    }

    /// One product, or a list of them as the wire has it.
    static func request(_ bytes: [UInt8], path: String) throws(GatewayError) -> PutProducts {
        let coding = WireCoding(.json)
        guard bytes.contains(where: { $0 > 0x20 }) else {
            throw .file("\(path == "-" ? "standard input" : path) is empty: JSON of a product is wanted")
        }
        do throws(Fault) {
            let content = try coding.decode(JSONValue.self, from: bytes)
            if case .object(let members) = content, members["products"] != nil {
                return try coding.decode(
                    PutProducts.self, from: bytes, refusingBeyond: try? Schema.of(PutProducts.self))
            }
            let product = try coding.decode(
                Product.self, from: bytes, refusingBeyond: try? Schema.of(Product.self))
            return PutProducts(products: [product])
        } catch {
            let place = JSONSyntax.firstError(in: bytes).map { " (line \($0.line), column \($0.column))" }
            throw .file("\(path): \(error.message)\(place ?? "")")
        }
    }
}
