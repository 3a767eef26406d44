import CommandLineOptions
import Contracts
import WireProtocol

/// Creates or replaces products from a file.
struct ProductPutCommand: ShopCommand {
    private static let file = Argument(
        "FILE", help: #"JSON of one product or of {"products":[…]}; - reads stdin"#)

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

    func run(in shop: Shop) async throws(GatewayError) -> Answered<ChangeCounts> {
        let request = try Self.request(try InputFile.read(path), path: path)
        return try await shop.call(request)
    }

    /// One product, or a list of them as the wire has it.
    static func request(_ bytes: [UInt8], path: String) throws(GatewayError) -> PutProducts {
        let coding = WireCoding(.json)
        do throws(Fault) {
            let content = try coding.decode(JSONValue.self, from: bytes)
            if case .object(let members) = content, members["products"] != nil {
                return try coding.decode(PutProducts.self, from: bytes)
            }
            return PutProducts(products: [try coding.decode(Product.self, from: bytes)])
        } catch {
            throw .file("\(path): \(error.message)")
        }
    }
}
