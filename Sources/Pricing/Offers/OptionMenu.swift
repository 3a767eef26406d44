import Contracts

/// The options of an offer, found by their ids without a search.
struct OptionMenu: Sendable {
    let groups: [Group]

    struct Group: Sendable {
        let group: OptionGroup<DefinedChoice>
        /// Where a choice stands in the group.
        let positions: [String: Int]
    }

    init(_ groups: [OptionGroup<DefinedChoice>]) {
        self.groups = groups.map { group in
            let positions = group.choices.enumerated().map { ($1.id, $0) }
            return Group(
                group: group, positions: Dictionary(positions, uniquingKeysWith: { first, _ in first }))
        }
    }

    func hasGroup(_ id: String) -> Bool { groups.contains { $0.group.id == id } }

    /// The menu with its surcharges in one currency.
    func priced(_ currency: Currency) -> [OptionGroup<PricedChoice>] {
        groups.map(\.group).map { group in
            OptionGroup(
                id: group.id, name: group.name, required: group.required, multiple: group.multiple,
                choices: group.choices.map { choice in
                    PricedChoice(
                        id: choice.id, name: choice.name, surcharge: choice.surcharge(currency),
                        per: choice.per)
                })
        }
    }
}

extension DefinedChoice {
    func surcharge(_ currency: Currency) -> Amount {
        surcharges.first { $0.currency == currency }?.amount ?? .zero
    }
}
