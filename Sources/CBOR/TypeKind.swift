import FoundationEssentials
import Synchronization

/// How the coders treat a type, where that is not by its `Codable` conformance alone.
enum TypeKind: UInt {
    case plain, data, bytes, dictionary
    case direct, directDictionary

    var isDirect: Bool { self == .direct || self == .directDictionary }

    /// Asking the runtime for a conformance costs more than coding a small value, so answers are kept.
    static func of(_ type: Any.Type) -> TypeKind {
        let identity = UInt(bitPattern: ObjectIdentifier(type))
        let slot = Int(truncatingIfNeeded: (identity >> 4) ^ (identity >> 12)) & (slotCount - 1)
        let known = slots[slot].load(ordering: .relaxed)
        if known & ~kindBits == identity, let kind = TypeKind(rawValue: known & kindBits) { return kind }
        let kind = found(for: type)
        // One word holds both, so a reader sees either this answer or another one's, never half of each.
        if identity & kindBits == 0 { slots[slot].store(identity | kind.rawValue, ordering: .relaxed) }
        return kind
    }

    private static func found(for type: Any.Type) -> TypeKind {
        switch type {
        case is Data.Type: .data
        case is [UInt8].Type: .bytes
        case is any (DirectCoding & KeySortable).Type: .directDictionary
        case is any DirectCoding.Type: .direct
        case is any KeySortable.Type: .dictionary
        default: .plain
        }
    }

    private static let slotCount = 256
    /// Type descriptions are aligned to words, which leaves the lowest three bits.
    private static let kindBits: UInt = 7
    private static let slots = InlineArray<256, Atomic<UInt>> { _ in Atomic(0) }
}
