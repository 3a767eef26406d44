/// How far a draft is.
///
/// A scope is one run of `encode(to:)`, and has at most one list or map. Only the innermost scope may write,
/// since all write to the end of one buffer. The first error is kept, and nothing can be written after it.
struct DraftState {
    var writer = ItemWriter()
    private(set) var failure: (any Error)?
    /// The scope that may write.
    private(set) var current = root
    /// Where the current scope began to write.
    private var start = 0
    private var lastScope = root
    private var scopes = 1

    private var top: DraftFrame?
    private var around: [DraftFrame] = []
    /// Where the keys of the open maps are in the buffer.
    private var keys: [UInt32] = []

    /// The path of a part within its message.
    private let prefix: [any CodingKey]
    private let outerDepth: Int

    enum Kind {
        case list, map
    }

    /// Where a value is written.
    enum Place {
        case single, element
        case key(String)
    }

    /// What `leave` goes back to.
    struct Outer {
        fileprivate let scope: Int
        fileprivate let start: Int
    }

    /// The scope of a draft's outermost value.
    static let root = 0
    /// The current scope when nobody may write any more.
    private static let closed = -1
    /// The scope of a container that could not be opened.
    private static let refused = -2
    /// Runs of `encode(to:)` within each other; ends a value that contains itself.
    private static let mostScopes = 4 * CBORDecoder.deepest

    init() {
        prefix = []
        outerDepth = 0
    }

    init(partOf state: DraftState) {
        prefix = state.path(of: Int.max)
        outerDepth = state.depth
        failure = state.failure
        if failure != nil { current = Self.closed }
    }

    /// Lists and maps around what is written next.
    var depth: Int { outerDepth + around.count + (top == nil ? 0 : 1) }
}

/// A list or map that is being written.
struct DraftFrame {
    let scope: Int
    let kind: DraftState.Kind
    let opening: ItemWriter.Opening
    /// Where this map's begin in the state's `keys`.
    let firstKey: Int
    var filter = KeyFilter()
    var mayRepeat = false
    /// The offset of the map's last key, or the index of the list's last element; −1 before the first.
    var last = -1
}

/// Scopes.
extension DraftState {
    /// Begins the scope of a value at a place of this one.
    mutating func enter(_ place: Place, in scope: Int) throws -> Outer {
        try begin(place, in: scope)
        guard scopes < Self.mostScopes else { throw invalid((), "a value contains itself") }
        let outer = Outer(scope: current, start: start)
        lastScope += 1
        scopes += 1
        current = lastScope
        start = writer.length
        return outer
    }

    mutating func leave(to outer: Outer) throws {
        try close()
        current = outer.scope
        start = outer.start
        scopes -= 1
    }

    /// Ends what the scope has written; a value that writes nothing is an empty map.
    mutating func close() throws {
        if let failure { throw failure }
        if let frame = top, frame.scope == current {
            if frame.mayRepeat { try requireDistinctKeys(from: frame.firstKey) }
            keys.removeLast(keys.count - frame.firstKey)
            writer.end(frame.opening)
            top = around.popLast()
        } else if writer.length == start {
            openMap(in: current)
            try close()
        }
    }

    mutating func finish() throws -> [UInt8] {
        if let failure { throw failure }
        guard current == Self.root else { throw invalid((), "a part of a value is still being written") }
        try close()
        current = Self.closed
        return writer.finish()
    }

    private mutating func requireDistinctKeys(from first: Int) throws {
        let names = keys[first...].map { name(at: Int($0)) }
        guard let repeated = KeyFilter.firstRepeated(names) else { return }
        throw invalid(String(decoding: names[repeated], as: UTF8.self), "a key is written twice")
    }
}

/// Places and containers.
extension DraftState {
    /// Says that a value follows, and checks that its scope may write one there.
    @inline(__always)
    mutating func begin(_ place: Place, in scope: Int) throws {
        guard scope == current else { throw outOfTurn() }
        switch place {
        case .single:
            guard writer.length == start else {
                throw invalid((), "a second value in the place of a single one")
            }
        case .element:
            top?.last = writer.count
            writer.element()
        case .key(let name): begin(key: name)
        }
    }

    @inline(__always)
    mutating func add(_ place: Place, in scope: Int, _ write: (inout ItemWriter) -> Void) throws {
        try begin(place, in: scope)
        write(&writer)
    }

    mutating func add(int value: Int64, at place: Place, in scope: Int) throws {
        try begin(place, in: scope)
        writer.integer(value)
    }

    mutating func add(integer: some FixedWidthInteger, at place: Place, in scope: Int) throws {
        try begin(place, in: scope)
        if let signed = Int64(exactly: integer) {
            writer.integer(signed)
        } else if let unsigned = UInt64(exactly: integer) {
            writer.unsigned(unsigned)
        } else {
            throw invalid(integer, "beyond 64 bits")
        }
    }

    private mutating func begin(key name: String) {
        let offset = writer.length
        writer.key(name)
        let item = offset..<writer.length
        if top?.filter.insert(writer.buffer, item) == true, mayStandBefore(item) { top?.mayRepeat = true }
        top?.last = offset
        keys.append(UInt32(truncatingIfNeeded: offset))
    }

    /// Whether one of the map's earlier keys is this one, as far as a short look can tell.
    private func mayStandBefore(_ item: Range<Int>) -> Bool {
        let earlier = keys[(top?.firstKey ?? 0)...]
        guard earlier.count <= 32 else { return true }
        return earlier.contains { start in
            let start = Int(start)
            return writer.buffer[start] == writer.buffer[item.lowerBound]
                && writer.buffer[start..<start + item.count] == writer.buffer[item]
        }
    }

    private mutating func outOfTurn() -> any Error {
        failure ?? invalid((), "a container is written after it was left, or while another one is open")
    }

    /// Begins the scope's list or map, or goes on with it.
    ///
    /// - Returns: the scope, or one that refuses what it is given: asking for a container cannot throw.
    @discardableResult
    mutating func open(_ kind: Kind, in scope: Int) -> Int {
        guard scope == current else { return Self.refused }
        if let frame = top, frame.scope == scope, frame.kind == kind { return scope }
        if writer.length != start {
            _ = invalid((), "a value has containers of two kinds")
        } else if depth >= CBORDecoder.deepest {
            _ = invalid((), "nested too deeply")
        } else {
            push(kind)
            return scope
        }
        return Self.refused
    }

    private mutating func push(_ kind: Kind) {
        if let frame = top { around.append(frame) }
        let opening = kind == .map ? writer.beginMap() : writer.beginList()
        top = DraftFrame(scope: current, kind: kind, opening: opening, firstKey: keys.count)
    }

    @discardableResult
    mutating func openMap(in scope: Int) -> Int { open(.map, in: scope) }
    mutating func openList(in scope: Int) -> Int { open(.list, in: scope) }
}

/// Values that write themselves.
extension DraftState {
    /// Gives the writer away; until it is back, nobody else may write.
    mutating func lendWriter() -> ItemWriter {
        current = Self.closed
        let lent = writer
        writer = ItemWriter(reservingCapacity: 0)
        return lent
    }

    mutating func takeBack(_ lent: ItemWriter, for scope: Int) {
        writer = lent
        if failure == nil { current = scope }
    }
}

/// Sorting.
extension DraftState {
    /// Puts the entries of the innermost map in the order of their keys' bytes (RFC 8949, section 4.2.1).
    mutating func sortEntries() {
        guard failure == nil, let frame = top else { return }
        let starts = keys[frame.firstKey...].map { Int($0) } + [writer.length]
        let entries = zip(starts, starts.dropFirst()).map { writer.buffer[$0..<$1] }
        // No entry's key is the beginning of another one, since its length comes first.
        let sorted = entries.sorted { $0.lexicographicallyPrecedes($1) }
        writer.replaceEnd(from: starts[0], with: sorted.joined())
        var offset = starts[0]
        for (place, entry) in sorted.enumerated() {
            keys[frame.firstKey + place] = UInt32(truncatingIfNeeded: offset)
            offset += entry.count
        }
    }
}

/// Errors and paths. A path is read off what has been written: nothing is kept for it until somebody asks.
extension DraftState {
    /// The error for a value that cannot be written; it ends the draft.
    mutating func invalid(_ value: Any, _ description: String) -> any Error {
        fail(
            EncodingError.invalidValue(
                value, .init(codingPath: path(of: .max), debugDescription: description)))
    }

    mutating func fail(_ error: any Error) -> any Error {
        if failure == nil { failure = error }
        current = Self.closed
        return error
    }

    /// The path of what a scope writes.
    func path(of scope: Int) -> [any CodingKey] {
        var path = prefix
        for frame in around + (top.map { [$0] } ?? []) where frame.scope < scope && frame.last >= 0 {
            let isList = frame.kind == .list
            path.append(
                isList
                    ? PathKey(index: frame.last)
                    : PathKey(String(decoding: name(at: frame.last), as: UTF8.self)))
        }
        return path
    }

    /// The key at an offset of the buffer.
    private func name(at offset: Int) -> ArraySlice<UInt8> {
        Head(writer.buffer, at: offset).map { writer.buffer[$0.contents] } ?? []
    }
}
