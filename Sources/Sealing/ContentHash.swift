import CSodium

/// The BLAKE2b hash of `bytes`: equal contents have equal hashes, and nobody finds two that collide.
///
/// `byteCount` is 16 to 64. With a `key`, only its holders can compute the hash.
package func contentHash(_ bytes: [UInt8], byteCount: Int = 32, key: SealingKey? = nil) -> [UInt8] {
    _ = sodiumIsReady
    let key = key?.bytes ?? []
    var hash = [UInt8](repeating: 0, count: byteCount)
    let code = unsafe crypto_generichash(&hash, byteCount, bytes, UInt64(bytes.count), key, key.count)
    precondition(code == 0, "a BLAKE2b hash has 16 to 64 bytes, not \(byteCount)")
    return hash
}
