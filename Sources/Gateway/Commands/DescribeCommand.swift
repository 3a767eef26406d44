import CommandLineOptions
import Messaging
import Spelling
import WireProtocol

/// The methods of the services, and the shape of what they take and give.
struct DescribeCommand: ShopCommand {
    private static let name = Argument(
        "NAME", optional: true, completes: .words(Service.allCases.map(\.name)),
        help: "catalog, pricing or checkout, or a method such as pricing.quote; none means all")

    static let syntax = Command(
        name: "describe", summary: "Show the methods of a service, or one method, and their shapes",
        arguments: [ServiceAddress.argument, name],
        examples: [
            "gateway describe", "gateway describe pricing", "gateway describe pricing.quote",
            "gateway describe checkout --json", "gateway describe tcp://127.0.0.1:7190",
        ])

    let services: [Service]
    let address: Endpoint?
    /// Nil: all of them.
    let method: String?

    init(_ parsed: Parsed, _ settings: Settings) throws(UsageError) {
        address = try ServiceAddress.endpointOrNil(parsed)
        let name = parsed.textOrNil(Self.name)
        if address != nil {
            services = [.other]
            method = name
        } else if let name {
            let named = Service(name: name)
            services = [
                try parsed.converted(
                    Self.name,
                    allowed:
                        "one of \(Service.allCases.map(\.name).joined(separator: ", ")), or a method of one"
                ) { named ?? Service(method: $0) }
            ]
            method = named == nil ? name : nil
        } else {
            services = Service.allCases
            method = nil
        }
    }

    func run(in shop: Shop) async throws(GatewayError) -> DescriptionAnswer {
        var methods: [SystemDescribe.Method] = []
        for service in services { methods += try await Self.methods(of: service, at: address, shop) }
        guard let method else { return DescriptionAnswer(methods: methods) }
        guard let found = methods.first(where: { $0.method == method }) else {
            throw .refusal(by: services[0], .unknownMethod(method, among: methods.map(\.method)))
        }
        return DescriptionAnswer(methods: [found])
    }

    static func methods(
        of service: Service, at address: Endpoint?, _ shop: Shop, withinMilliseconds limit: Int = .max
    ) async throws(GatewayError) -> [SystemDescribe.Method] {
        do throws(ServiceFailure) {
            if service != .other, let other = await shop.otherService(of: service) {
                throw ServiceFailure(service: service, reason: .otherService(other))
            }
            return try await shop.send(
                SystemDescribe(), to: service, replica: address,
                timeoutMilliseconds: min(limit, shop.deadline.leftMilliseconds)
            ).value.methods
        } catch {
            throw .service(error, waitedMilliseconds: shop.deadline.allowedMilliseconds)
        }
    }
}

extension Fault {
    fileprivate static func unknownMethod(_ name: String, among known: [String]) -> Fault {
        let near = nearestName(to: name, among: known).map { " (did you mean \($0)?)" } ?? ""
        return Fault(.unimplemented, code: "unknown_method", message: "there is no method \(name)\(near)")
    }
}
