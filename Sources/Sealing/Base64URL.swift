import CSodium

/// RFC 4648 section 5 without padding.
func base64URL(_ bytes: [UInt8]) -> String {
    _ = sodiumIsReady
    let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING
    let capacity = sodium_base64_encoded_len(bytes.count, variant)
    var text = [CChar](repeating: 0, count: capacity)
    unsafe sodium_bin2base64(&text, capacity, bytes, bytes.count, variant)
    // Without the NUL at the end.
    return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Nil for anything but canonical text: a stray character or bits that no byte uses make it another text.
func decodeBase64URL(_ text: [UInt8]) -> [UInt8]? {
    _ = sodiumIsReady
    var bytes = [UInt8](repeating: 0, count: text.count)
    var count = 0
    let code = unsafe sodium_base642bin(
        &bytes, bytes.count, text.map(CChar.init(bitPattern:)), text.count, nil, &count, nil,
        sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    return code == 0 ? Array(bytes.prefix(count)) : nil
}
