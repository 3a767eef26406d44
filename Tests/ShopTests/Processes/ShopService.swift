/// The services of the shop, by what their executables are called.
enum ShopService: String, CaseIterable, Sendable, CustomStringConvertible {
    case catalog, pricing, checkout

    var description: String { rawValue }
    var executable: String { "\(rawValue)-service" }
    var environmentName: String { "SHOP_\(rawValue.uppercased())" }
    var isSealed: Bool { self != .catalog }
}
