import Contracts
import Spelling
import WireProtocol

extension Shop {
    /// Skus of a refusal that are looked for; the rest is told as it is.
    private static let mostSuggestions = 3

    /// A refusal of an unknown sku, with the one that may have been meant.
    func suggestingSkus(_ error: GatewayError) async -> GatewayError {
        // A raw call's fault is shown as it came.
        if case .rawFailure = error { return error }
        guard case .fault(let fault)? = error.failure?.reason else { return error }
        let unknown = fault.details.compactMap { detail -> String? in
            guard detail.code == "unknown_sku", case .text(let sku)? = detail.facts["sku"] else { return nil }
            return sku
        }
        var near: [String: String] = [:]
        for sku in unknown.prefix(Self.mostSuggestions) { near[sku] = await nearSku(sku) }
        if near.isEmpty { return error }
        return error.changingFault { $0.suggesting(near) }
    }

    /// By the words of the sku, then by its first letters: names are often spelled like it.
    private func nearSku(_ sku: String) async -> String? {
        for text in [sku.split { "-._/+#~".contains($0) }.joined(separator: " "), String(sku.prefix(3))] {
            let found = await part(
                SearchProducts(text: text, limit: 100), withinMilliseconds: Self.asideMilliseconds)
            guard let items = try? found.get().value?.items else { return nil }
            if let near = nearestName(to: sku, among: items.map(\.product.sku.text)) { return near }
        }
        return nil
    }
}

extension Fault {
    fileprivate func suggesting(_ near: [String: String]) -> Fault {
        func suggesting(_ message: String) -> String {
            near.reduce(message) { message, pair in
                message.replacing(
                    "no product \(pair.key)", with: "no product \(pair.key) (did you mean \(pair.value)?)")
            }
        }
        var fault = self
        fault.message = suggesting(message)
        for (index, detail) in details.enumerated() {
            fault.details[index].message = suggesting(detail.message)
            if detail.code == "unknown_sku", case .text(let sku)? = detail.facts["sku"] {
                fault.details[index].facts["suggestion"] = near[sku].map { .text($0) }
            }
        }
        return fault
    }
}
