/// The three services of the shop.
enum Service: String, CaseIterable, Sendable {
    case catalog, pricing, checkout

    /// The service that a method belongs to, by its prefix; nil for `$sys.…` and what no service answers.
    init?(method: String) {
        guard let dot = method.firstIndex(of: ".") else { return nil }
        self.init(rawValue: String(method[..<dot]))
    }

    /// The environment variable with the service's endpoints.
    var environmentName: String { "SHOP_\(rawValue.uppercased())" }

    var defaultEndpoint: String {
        switch self {
        case .catalog: "tcp://127.0.0.1:7010"
        case .pricing: "tcp://127.0.0.1:7020"
        case .checkout: "tcp://127.0.0.1:7030"
        }
    }
}
