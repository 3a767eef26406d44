import FoundationEssentials

/// Single values.
extension Outline {
    func offset(_ index: Int) -> Int { Int(entries[index].offset) }
    func firstByte(_ index: Int) -> UInt8 { bytes[offset(index)] }

    func isNull(_ index: Int) -> Bool {
        let first = firstByte(index)
        return first == SimpleByte.null || first == SimpleByte.undefined
    }

    func boolean(at index: Int) throws -> Bool {
        switch firstByte(index) {
        case SimpleByte.true: true
        case SimpleByte.false: false
        default: throw mismatch(Bool.self, at: index)
        }
    }

    func text(at index: Int) throws -> String {
        guard let head = Head(bytes, at: offset(index)), head.major == MajorType.text else {
            throw mismatch(String.self, at: index)
        }
        if head.isIndefinite {
            return String(decoding: StringChunks.joined(bytes, from: head.end), as: UTF8.self)
        }
        guard let text = UTF8Text.string(bytes, head.contents) else { throw mismatch(String.self, at: index) }
        return text
    }

    /// A byte string; nil for another item.
    func byteString(at index: Int) -> [UInt8]? {
        guard let head = Head(bytes, at: offset(index)), head.major == MajorType.bytes else { return nil }
        return head.isIndefinite ? StringChunks.joined(bytes, from: head.end) : Array(bytes[head.contents])
    }
}

/// Numbers: what counts is the value, not how it was written.
extension Outline {
    // The commonest widths, compiled for themselves: containers are generic code, which would ask at run time
    // how the type is made.
    func int(at index: Int) throws -> Int { try integer(Int.self, at: index) }
    func int64(at index: Int) throws -> Int64 { try integer(Int64.self, at: index) }

    func integer<Value: FixedWidthInteger>(_ type: Value.Type, at index: Int) throws -> Value {
        guard let head = Head(bytes, at: offset(index)) else { throw mismatch(type, at: index) }
        switch head.major {
        case MajorType.unsigned:
            guard let value = Value(exactly: head.argument) else { throw outOfRange(type, at: index) }
            return value
        case MajorType.negative:
            return try negative(type, head.argument, at: index)
        default:
            return try whole(type, head, at: index)
        }
    }

    /// −1 − argument.
    private func negative<Value: FixedWidthInteger>(
        _ type: Value.Type, _ argument: UInt64, at index: Int
    ) throws -> Value {
        guard let magnitude = Value(exactly: argument), Value.isSigned else {
            throw outOfRange(type, at: index)
        }
        return ~magnitude
    }

    private func whole<Value: FixedWidthInteger>(
        _ type: Value.Type, _ head: Head, at index: Int
    ) throws -> Value {
        guard let number = FloatingPoint.value(head, bytes[offset(index)]), number.rounded() == number else {
            throw mismatch(type, at: index)
        }
        guard let value = Value(exactly: number) else { throw outOfRange(type, at: index) }
        return value
    }

    func number(at index: Int) throws -> Double {
        guard let head = Head(bytes, at: offset(index)) else { throw mismatch(Double.self, at: index) }
        switch head.major {
        case MajorType.unsigned: return Double(head.argument)
        case MajorType.negative: return -1 - Double(head.argument)
        default:
            guard let number = FloatingPoint.value(head, bytes[offset(index)]) else {
                throw mismatch(Double.self, at: index)
            }
            guard number.isFinite || allowsNonFiniteNumbers else {
                throw corrupted("neither infinity nor NaN is a number here", at: index)
            }
            return number
        }
    }

    func single(at index: Int) throws -> Float {
        let number = try number(at: index)
        let single = Float(number)
        guard single.isFinite || !number.isFinite else { throw outOfRange(Float.self, at: index) }
        return single
    }
}

/// Numbers of major type 7 (RFC 8949, section 3.3).
private enum FloatingPoint {
    static func value(_ head: Head, _ first: UInt8) -> Double? {
        switch first {
        case SimpleByte.half: Double(HalfPrecision.value(UInt16(head.argument)))
        case SimpleByte.single: Double(Float(bitPattern: UInt32(head.argument)))
        case SimpleByte.double: Double(bitPattern: head.argument)
        default: nil
        }
    }
}

/// Errors.
extension Outline {
    /// Null is a missing value, as in Foundation's JSON coder; everything else one of another kind.
    func mismatch(_ type: Any.Type, at index: Int) -> DecodingError {
        let description = "expected \(type) at byte \(offset(index))"
        let context = DecodingError.Context(codingPath: path(to: index), debugDescription: description)
        return isNull(index) ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    private func outOfRange(_ type: Any.Type, at index: Int) -> DecodingError {
        corrupted("a number that does not fit in \(type)", at: index)
    }

    private func corrupted(_ description: String, at index: Int) -> DecodingError {
        .dataCorrupted(
            .init(
                codingPath: path(to: index), debugDescription: "\(description) at byte \(offset(index))"))
    }
}
