import CZeroMQ

extension SocketOption {
    /// The binding side of CURVE (RFC 26).
    public static func curveServer(_ isOn: Bool) -> Self { .flag(ZMQ_CURVE_SERVER, "CURVE_SERVER", isOn) }

    /// Our public key, 32 bytes.
    public static func curvePublicKey(_ key: [UInt8]) -> Self {
        .bytes(ZMQ_CURVE_PUBLICKEY, "CURVE_PUBLICKEY", key, CurveKeyPair.keyLengths)
    }

    /// Our secret key, 32 bytes.
    public static func curveSecretKey(_ key: [UInt8]) -> Self {
        .bytes(ZMQ_CURVE_SECRETKEY, "CURVE_SECRETKEY", key, CurveKeyPair.keyLengths)
    }

    /// The server's public key on the connecting side, 32 bytes.
    public static func curveServerKey(_ key: [UInt8]) -> Self {
        .bytes(ZMQ_CURVE_SERVERKEY, "CURVE_SERVERKEY", key, CurveKeyPair.keyLengths)
    }

    /// The name a ZAP handler is asked with. An empty one would mean that it is never asked.
    public static func zapDomain(_ domain: String) -> Self {
        .bytes(ZMQ_ZAP_DOMAIN, "ZAP_DOMAIN", [UInt8](domain.utf8), 1...255)
    }

    /// Refuses connections when no ZAP handler answers (option 93). Only with a `zapDomain`.
    public static func zapEnforceDomain(_ isOn: Bool) -> Self {
        .flag(CORNERSHOP_ZMQ_ZAP_ENFORCE_DOMAIN, "ZAP_ENFORCE_DOMAIN", isOn)
    }
}

/// A key pair of CURVE, as the 32 bytes each that libzmq keeps.
public struct CurveKeyPair: Hashable, Sendable {
    static let keyLengths = 32...32

    public let publicKey: [UInt8]
    public let secretKey: [UInt8]

    /// A new random pair.
    public init() throws(ZeroMQError) {
        var publicText = [CChar](repeating: 0, count: 41)
        var secretText = [CChar](repeating: 0, count: 41)
        try check("make a CURVE key pair") {
            unsafe cornershop_curve_keypair(&publicText, &secretText)
        }
        publicKey = try CurveKeyPair.bytes(z85: publicText)
        secretKey = try CurveKeyPair.bytes(z85: secretText)
    }

    private static func bytes(z85 text: [CChar]) throws(ZeroMQError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        guard unsafe zmq_z85_decode(&bytes, text) != nil else {
            throw .invalid("read a CURVE key", "not Z85 (RFC 32)")
        }
        return bytes
    }
}
