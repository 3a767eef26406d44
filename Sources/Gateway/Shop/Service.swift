/// The three services of the shop, and any other one that is called by its address.
enum Service: Hashable, CaseIterable, CustomStringConvertible, Sendable {
    case catalog, pricing, checkout
    /// Known by an address alone.
    case other

    /// Those of the shop.
    static let allCases: [Service] = [.catalog, .pricing, .checkout]

    /// One of the shop.
    init?(name: String) {
        guard let service = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = service
    }

    /// The service of the shop that a method belongs to, by its prefix; nil for `$sys.…` and what none of them answers.
    init?(method: String) {
        guard let dot = method.firstIndex(of: ".") else { return nil }
        self.init(name: String(method[..<dot]))
    }

    var name: String {
        switch self {
        case .catalog: "catalog"
        case .pricing: "pricing"
        case .checkout: "checkout"
        case .other: "the service"
        }
    }

    var description: String { name }

    /// The environment variable with the service's endpoints.
    var environmentName: String { "SHOP_\(name.uppercased())" }

    var defaultEndpoint: String {
        switch self {
        case .catalog: "tcp://127.0.0.1:7010"
        case .pricing: "tcp://127.0.0.1:7020"
        case .checkout: "tcp://127.0.0.1:7030"
        case .other: ""
        }
    }
}
