import CSodium

/// Prepares libsodium once; every entry into this module touches it first.
let sodiumIsReady: Bool = {
    let isReady = sodium_init() >= 0
    precondition(isReady, "libsodium has no source of randomness")
    return isReady
}()

/// Unguessable bytes.
func randomBytes(_ count: Int) -> [UInt8] {
    _ = sodiumIsReady
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe randombytes_buf(&bytes, count)
    return bytes
}
