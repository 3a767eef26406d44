import Contracts
import WireProtocol

extension OptionMenu {
    /// The choices of a line in the menu's order; what is wrong with them is added to `problems`.
    func selected(
        _ chosen: [String: [String]]?, _ currency: Currency, _ problems: inout Problems,
        at path: @autoclosure () -> String
    ) -> [SelectedChoice] {
        let chosen = chosen ?? [:]
        if groups.isEmpty, chosen.isEmpty { return [] }
        let path = "\(path()).options"
        for id in chosen.keys.sorted() where !hasGroup(id) {
            problems.add(unknownGroup(id), at: "\(path).\(id)")
        }
        return groups.flatMap { group in
            group.selected(chosen[group.group.id] ?? [], currency, &problems, at: "\(path).\(group.group.id)")
        }
    }

    private func unknownGroup(_ id: String) -> FieldProblem {
        let known = listed(groups.map(\.group.id))
        let message = known.isEmpty ? "there are no options" : "no option \(id), only \(known)"
        return FieldProblem(code: "unknown_option", message: message, facts: ["allowed": .text(known)])
    }
}

extension OptionMenu.Group {
    fileprivate func selected(
        _ ids: [String], _ currency: Currency, _ problems: inout Problems, at path: String
    ) -> [SelectedChoice] {
        if ids.isEmpty {
            if group.required {
                problems.add(problem("option_required", "\(group.id) is missing: choose"), at: path)
            }
            return []
        }
        if ids.count > 1, !group.multiple {
            problems.add(problem("invalid_request", "only one choice of \(group.id) is possible:"), at: path)
        }
        var found: Set<Int> = []
        for (index, id) in ids.enumerated() {
            guard let position = positions[id] else {
                problems.add(problem("unknown_option", "no \(group.id) \(id), only"), at: "\(path)[\(index)]")
                continue
            }
            if !found.insert(position).inserted {
                problems.add("invalid_request", "\(id) is chosen twice", at: "\(path)[\(index)]")
            }
        }
        return found.sorted().map { position in
            let choice = group.choices[position]
            return SelectedChoice(
                group: group.id, id: choice.id, surcharge: choice.surcharge(currency), per: choice.per)
        }
    }

    private func problem(_ code: String, _ message: String) -> FieldProblem {
        let known = listed(group.choices.map(\.id))
        return FieldProblem(
            code: code, message: "\(message) \(known)", facts: ["allowed": .text(known)])
    }
}

/// The ids with commas between; where they would fill pages, the first of them.
private func listed(_ ids: [String]) -> String {
    var bytes = 0
    let shown = ids.prefix { id in
        bytes += id.utf8.count
        return bytes <= Bounds.textBytes
    }
    let list = shown.joined(separator: ", ")
    return shown.count < ids.count ? "\(list) and \(ids.count - shown.count) more" : list
}
