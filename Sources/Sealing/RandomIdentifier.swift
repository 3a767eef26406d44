/// An unguessable identifier of that many random bytes, as URL-safe text without padding (16 bytes: 22 letters).
package func randomIdentifier(bytes count: Int = 16) -> String { Base64URL.encode(randomBytes(count)) }
