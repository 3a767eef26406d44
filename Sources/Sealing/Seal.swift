import CSodium

/// Why a token was not opened.
package enum SealError: Error, Equatable, Sendable {
    /// It does not look like a token of this version at all.
    case notAToken
    /// It was altered, forged, cut short, or sealed with another key or for another context.
    case notAuthentic
}

/// Stands before each token; a later way of sealing takes another.
private let versionPrefix = "s1."

extension SealingKey {
    /// Encrypts and signs `bytes` into URL-safe text (XChaCha20-Poly1305, a random nonce, base64url without padding).
    ///
    /// Only `open` with this key and the same `context` reads it. Two seals of the same bytes differ.
    package func seal(_ bytes: [UInt8], context: String) -> String {
        let nonce = randomBytes(nonceByteCount)
        let context = Array(context.utf8)
        var sealed = [UInt8](repeating: 0, count: bytes.count + tagByteCount)
        unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, nil, bytes, UInt64(bytes.count), context, UInt64(context.count), nil, nonce, self.bytes)
        return versionPrefix + Base64URL.encode(nonce + sealed)
    }

    /// The bytes that were sealed into `token`.
    package func open(_ token: String, context: String) throws(SealError) -> [UInt8] {
        guard let sealed = sealedBytes(of: token) else { throw .notAToken }
        guard sealed.count >= nonceByteCount + tagByteCount else { throw .notAuthentic }
        let nonce = Array(sealed.prefix(nonceByteCount))
        guard let opened = decrypt(Array(sealed.dropFirst(nonceByteCount)), nonce, Array(context.utf8)) else {
            throw .notAuthentic
        }
        return opened
    }

    private func decrypt(_ sealed: [UInt8], _ nonce: [UInt8], _ context: [UInt8]) -> [UInt8]? {
        _ = sodiumIsReady
        var opened = [UInt8](repeating: 0, count: sealed.count - tagByteCount)
        let code = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            &opened, nil, nil, sealed, UInt64(sealed.count), context, UInt64(context.count), nonce, bytes)
        return code == 0 ? opened : nil
    }
}

private func sealedBytes(of token: String) -> [UInt8]? {
    guard token.utf8.starts(with: versionPrefix.utf8) else { return nil }
    var token = token
    return token.withUTF8 { text in
        unsafe Base64URL.decode(UnsafeBufferPointer(rebasing: text[versionPrefix.utf8.count...]))
    }
}

private let nonceByteCount = Int(crypto_aead_xchacha20poly1305_IETF_NPUBBYTES)
private let tagByteCount = Int(crypto_aead_xchacha20poly1305_IETF_ABYTES)
