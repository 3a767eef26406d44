import CSodium

/// A secret key of 32 bytes that seals and opens tokens; it never shows itself in a log.
package struct SealingKey: Sendable {
    package static let byteCount = 32

    let bytes: [UInt8]

    /// Nil when there are not exactly 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == SealingKey.byteCount else { return nil }
        self.bytes = bytes
    }

    private init(random bytes: [UInt8]) { self.bytes = bytes }

    package static func random() -> SealingKey {
        SealingKey(random: randomBytes(byteCount))
    }
}

extension SealingKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "SealingKey(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
