/// The upper three bits of an item's first byte (RFC 8949, section 3.1).
enum MajorType {
    static let unsigned: UInt8 = 0
    static let negative: UInt8 = 1
    static let bytes: UInt8 = 2
    static let text: UInt8 = 3
    static let list: UInt8 = 4
    static let map: UInt8 = 5
    static let tag: UInt8 = 6
    static let simple: UInt8 = 7
}

/// First bytes of major type 7, and the one that ends an item of indefinite length (RFC 8949, section 3.3).
enum SimpleByte {
    static let `false`: UInt8 = 0xF4
    static let `true`: UInt8 = 0xF5
    static let null: UInt8 = 0xF6
    static let undefined: UInt8 = 0xF7
    static let half: UInt8 = 0xF9
    static let single: UInt8 = 0xFA
    static let double: UInt8 = 0xFB
    static let `break`: UInt8 = 0xFF
}
