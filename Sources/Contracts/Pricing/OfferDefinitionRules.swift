import WireProtocol

/// The rules of a definition that need no time zone and no other offer. (Overlaps of validities are pricing's,
/// which resolves days to instants.)
extension OfferDefinition {
    func check(_ problems: inout Problems, at path: String) {
        problems.requireCount(prices.count, in: Bounds.prices, at: "\(path).prices")
        for (index, price) in prices.enumerated() {
            problems.requireNotNegative(price.unitPrice, at: "\(path).prices[\(index)].unitPrice")
            PriceTier.check(price.tiers ?? [], &problems, at: "\(path).prices[\(index)].tiers")
        }
        quantity?.check(&problems, at: "\(path).quantity")
        checkOptions(&problems, at: "\(path).options")
        if let taxCategory { problems.requireText(taxCategory, at: "\(path).taxCategory") }
        if let content {
            if content.quantity.value < 1 {
                problems.add("invalid_request", "must be at least 1", at: "\(path).content.quantity")
            }
            problems.requireText(content.measure, at: "\(path).content.measure")
        }
    }

    private func checkOptions(_ problems: inout Problems, at path: String) {
        let groups = options ?? []
        problems.requireCount(groups.count, in: Bounds.words, at: path)
        requireDistinct(groups.map(\.id), &problems, at: path)
        for (index, group) in groups.enumerated() {
            let groupPath = "\(path)[\(index)]"
            problems.requireText(group.id, at: "\(groupPath).id")
            problems.requireText(group.name, at: "\(groupPath).name")
            problems.requireCount(group.choices.count, in: 1...100, at: "\(groupPath).choices")
            requireDistinct(group.choices.map(\.id), &problems, at: "\(groupPath).choices")
            for (position, choice) in group.choices.enumerated() {
                choice.check(&problems, at: "\(groupPath).choices[\(position)]")
            }
        }
    }

    private func requireDistinct(_ ids: [String], _ problems: inout Problems, at path: String) {
        var seen: Set<String> = []
        for (index, id) in ids.enumerated() where !seen.insert(id).inserted {
            problems.add("invalid_request", "\(id) is there twice", at: "\(path)[\(index)].id")
        }
    }
}

extension DefinedChoice {
    fileprivate func check(_ problems: inout Problems, at path: String) {
        problems.requireText(id, at: "\(path).id")
        problems.requireText(name, at: "\(path).name")
        var seen: Set<Currency> = []
        for (index, surcharge) in surcharges.enumerated() {
            let surchargePath = "\(path).surcharges[\(index)]"
            problems.requireNotNegative(surcharge.amount, at: "\(surchargePath).amount")
            if !seen.insert(surcharge.currency).inserted {
                problems.add(
                    "invalid_request", "\(surcharge.currency) is there twice", at: "\(surchargePath).currency"
                )
            }
        }
    }
}

extension QuantityRule {
    fileprivate func check(_ problems: inout Problems, at path: String) {
        if min.value < 1 { problems.add("invalid_request", "must be at least 1", at: "\(path).min") }
        if max < min { problems.add("invalid_request", "must not be below min", at: "\(path).max") }
        if step.value < 1 { problems.add("invalid_request", "must be at least 1", at: "\(path).step") }
    }
}

extension PriceTier {
    /// Tiers rise strictly in quantity, from above 1, the quantity that `unitPrice` itself stands for.
    static func check(_ tiers: [PriceTier], _ problems: inout Problems, at path: String) {
        problems.requireCount(tiers.count, in: Bounds.words, at: path)
        var previous: Quantity = 1
        for (index, tier) in tiers.enumerated() {
            problems.requireNotNegative(tier.unitPrice, at: "\(path)[\(index)].unitPrice")
            if tier.minQuantity <= previous {
                let problem = FieldProblem(
                    code: "invalid_request", message: "must rise from tier to tier",
                    facts: ["min": .number(previous.value + 1)])
                problems.add(problem, at: "\(path)[\(index)].minQuantity")
            }
            previous = max(previous, tier.minQuantity)
        }
    }
}
