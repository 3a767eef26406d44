import FoundationEssentials

/// A message that is being written, or a part of one that is written out of turn.
///
/// The containers that a type sees are small values over this one object.
final class Draft {
    struct Rules {
        var allowsNonFiniteNumbers: Bool
        var usesDirectCoding: Bool
    }

    let rules: Rules
    /// In memory of its own, since for a stored property the runtime would look on every access whether another
    /// one is under way. None can be: no method of the state calls anything that knows the draft.
    private let cell: UnsafeMutablePointer<DraftState>
    /// What belongs at places of this draft.
    private var parts: [Part] = []

    private struct Part {
        /// The container that it is a part of.
        let scope: Int
        let offset: Int
        let draft: Draft
    }

    private init(_ rules: Rules, _ state: DraftState) {
        self.rules = rules
        cell = .allocate(capacity: 1)
        cell.initialize(to: state)
    }

    deinit {
        cell.deinitialize(count: 1)
        cell.deallocate()
    }

    var state: DraftState {
        @inline(__always) _read { yield cell.pointee }
        @inline(__always) _modify { yield &cell.pointee }
    }

    static func encode<Value: Encodable>(_ value: Value, _ rules: Rules) throws -> [UInt8] {
        let draft = Draft(rules, DraftState())
        try draft.write(value, at: .single, in: DraftState.root)
        return try draft.finished()
    }

    /// - Throws: the first error of all, also one that a type has swallowed.
    private func finished() throws -> [UInt8] {
        if !parts.isEmpty { try closeAround(partsOf: DraftState.root) }
        return try state.finish()
    }
}

/// Values.
extension Draft {
    func write<Value: Encodable>(_ value: Value, at place: DraftState.Place, in scope: Int) throws {
        let kind = TypeKind.of(Value.self)
        if kind == .plain || kind == .direct && !rules.usesDirectCoding {
            try writeInScope(value, at: place, in: scope)
        } else {
            try writeSpecial(kind, value, at: place, in: scope)
        }
    }

    /// Apart, since the mere mention of a cast costs a look-up of its type on every call.
    @inline(never)
    private func writeSpecial<Value: Encodable>(
        _ kind: TypeKind, _ value: Value, at place: DraftState.Place, in scope: Int
    ) throws {
        switch kind {
        case .data: try writeBytes(value as? Data ?? Data(), at: place, in: scope)
        case .bytes: try writeBytes(value as? [UInt8] ?? [], at: place, in: scope)
        case .plain: try writeInScope(value, at: place, in: scope)
        case .dictionary: try writeSorted(value, at: place, in: scope)
        case .direct, .directDictionary:
            // What writes itself does not count its depth; far from the limit it need not.
            guard rules.usesDirectCoding, state.depth < CBORDecoder.deepest / 2,
                let direct = value as? any DirectCoding
            else { return try writeSorted(value, at: place, in: scope) }
            try state.begin(place, in: scope)
            var writer = state.lendWriter()
            direct.write(to: &writer)
            state.takeBack(writer, for: scope)
        }
    }

    private func writeInScope<Value: Encodable>(
        _ value: Value, at place: DraftState.Place, in scope: Int
    ) throws {
        let outer = try state.enter(place, in: scope)
        do {
            try value.encode(to: DraftEncoder(draft: self, scope: state.current))
        } catch {
            throw state.fail(error)
        }
        try leave(to: outer)
    }

    private func writeSorted<Value: Encodable>(
        _ value: Value, at place: DraftState.Place, in scope: Int
    ) throws {
        guard let dictionary = value as? any KeySortable else {
            return try writeInScope(value, at: place, in: scope)
        }
        let outer = try state.enter(place, in: scope)
        let inner = state.openMap(in: state.current)
        try dictionary.writeEntries(to: self, in: inner)
        state.sortEntries()
        try leave(to: outer)
    }

    private func writeBytes(
        _ bytes: some Collection<UInt8>, at place: DraftState.Place, in scope: Int
    ) throws {
        try state.begin(place, in: scope)
        state.writer.byteString(bytes)
    }

    func write(number: Double, at place: DraftState.Place, in scope: Int) throws {
        try state.begin(place, in: scope)
        guard number.isFinite || rules.allowsNonFiniteNumbers else {
            throw state.invalid(number, "neither infinity nor NaN can be written")
        }
        state.writer.number(number)
    }

    private func leave(to outer: DraftState.Outer) throws {
        if !parts.isEmpty { try closeAround(partsOf: state.current) }
        try state.leave(to: outer)
    }
}

/// Containers that a type asks for by hand. They may be written at any time until the value around them
/// ends, so each is a draft of its own whose contents are brought in then.
extension Draft {
    func part(_ kind: DraftState.Kind?, at place: DraftState.Place, in scope: Int) -> Draft {
        // Asking for a container cannot throw, so after an error the part is one that refuses what it is given.
        try? state.begin(place, in: scope)
        let part = Draft(rules, DraftState(partOf: state))
        if let kind { part.state.open(kind, in: DraftState.root) }
        parts.append(Part(scope: scope, offset: state.writer.length, draft: part))
        return part
    }

    private func closeAround(partsOf scope: Int) throws {
        let end = state.writer.length
        try state.close()
        // A long list's or map's head has grown, and moved what comes after it.
        let shift = state.writer.length - end
        while let part = parts.last, part.scope == scope {
            parts.removeLast()
            do {
                state.writer.insert(try part.draft.finished(), at: part.offset + shift)
            } catch {
                throw state.fail(error)
            }
        }
    }
}
