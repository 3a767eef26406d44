import Synchronization

/// Codes the values of one type that codes itself.
class DirectCoder<Value>: DirectCoderEntry.Coder, @unchecked Sendable {
    // Unchecked, as a class with subclasses must be: neither it nor its one subclass has a state.

    func write(_ value: Value, to writer: inout ItemWriter) {}

    func read(_ reader: inout ItemReader) throws(NotAsWritten) -> Value { throw NotAsWritten() }
}

/// What codes values of a type; nil for one that does not code itself.
///
/// A function, since for a member the runtime would look up the generic class on each call.
func directCoder<Value>(of type: Value.Type) -> DirectCoder<Value>? {
    guard let coder = DirectCoderEntry.of(type).coder else { return nil }
    // The entry is this type's, so its coder is that of this type.
    return unsafeDowncast(coder, to: DirectCoder<Value>.self)
}

private final class DirectCoderOf<Value: DirectCoding>: DirectCoder<Value>, @unchecked Sendable {
    // Unchecked because its superclass is; it has no state.

    override func write(_ value: Value, to writer: inout ItemWriter) { value.write(to: &writer) }

    override func read(_ reader: inout ItemReader) throws(NotAsWritten) -> Value {
        try Value(reading: &reader)
    }
}

extension DirectCoding {
    fileprivate static var coder: DirectCoderEntry.Coder { DirectCoderOf<Self>() }
}

/// What the runtime said of a type, kept for ever: asking it costs more than coding a small value.
final class DirectCoderEntry: Sendable {
    class Coder: @unchecked Sendable {
        // Unchecked, as a class with subclasses must be: it has no state.
    }

    /// Of the type that the entry is for; nil when that does not code itself.
    let coder: Coder?
    private let type: ObjectIdentifier
    private let next = Atomic<UInt>(0)

    private init(_ type: Any.Type) {
        self.type = ObjectIdentifier(type)
        coder = (type as? any DirectCoding.Type)?.coder
    }

    static func of(_ type: Any.Type) -> DirectCoderEntry {
        let identity = ObjectIdentifier(type)
        let bits = UInt(bitPattern: identity)
        let slot = Int(truncatingIfNeeded: (bits >> 4) ^ (bits >> 12)) & (slotCount - 1)
        var entry = entry(at: slots[slot], type)
        while entry.type != identity { entry = self.entry(at: entry.next, type) }
        return entry
    }

    /// What is there; where there is nothing, an entry for `type` from now on.
    @inline(__always)
    private static func entry(at link: borrowing Atomic<UInt>, _ type: Any.Type) -> DirectCoderEntry {
        let known = link.load(ordering: .acquiring)
        return object(known) ?? added(type, at: link)
    }

    @inline(never)
    private static func added(_ type: Any.Type, at link: borrowing Atomic<UInt>) -> DirectCoderEntry {
        let entry = Unmanaged.passRetained(DirectCoderEntry(type))
        let address = UInt(bitPattern: entry.toOpaque())
        let (isFirst, first) = link.compareExchange(
            expected: 0, desired: address, ordering: .acquiringAndReleasing)
        guard !isFirst, let other = object(first) else { return entry.takeUnretainedValue() }
        entry.release()
        return other
    }

    private static func object(_ address: UInt) -> DirectCoderEntry? {
        UnsafeRawPointer(bitPattern: address).map {
            Unmanaged<DirectCoderEntry>.fromOpaque($0).takeUnretainedValue()
        }
    }

    private static let slotCount = 256
    /// Addresses of entries, which live for ever; 0 where there is none.
    private static let slots = InlineArray<256, Atomic<UInt>> { _ in Atomic(0) }
}
