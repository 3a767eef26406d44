/// IEEE 754 binary16 as bits; `Float16` is missing on some platforms.
enum HalfPrecision {
    static func value(_ half: UInt16) -> Float {
        let sign: Float = half & 0x8000 == 0 ? 1 : -1
        let exponent = Int(half >> 10 & 0x1F)
        let significand = Float(half & 0x3FF)
        switch exponent {
        case 0: return sign * significand * 0x1p-24
        case 31: return significand == 0 ? sign * .infinity : .nan
        default:
            return sign * Float(sign: .plus, exponent: exponent - 25, significand: 1024 + significand)
        }
    }

    /// The half that is exactly this number; nil where there is none.
    static func bits(exactly number: Float) -> UInt16? {
        if number.isNaN { return 0x7E00 }
        let sign: UInt16 = number.sign == .minus ? 0x8000 : 0
        if number.isInfinite { return sign | 0x7C00 }
        let magnitude = number.magnitude
        guard magnitude <= 65504 else { return nil }
        // Below the least normal half the steps are even; above it they are those of the exponent.
        let exponent = max(magnitude == 0 ? -14 : Int(magnitude.exponent), -14)
        let scaled = Float(sign: .plus, exponent: 10 - exponent, significand: magnitude)
        guard scaled == scaled.rounded(.towardZero) else { return nil }
        let steps = UInt16(scaled)
        return steps < 1024 ? sign | steps : sign | UInt16(exponent + 15) << 10 | (steps - 1024)
    }
}
