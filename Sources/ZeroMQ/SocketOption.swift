import CZeroMQ

/// One setting of a socket with its value, checked before libzmq sees it.
///
/// There is none for a routing id chosen by the client: two clients with one id take each other's replies.
/// `CONFLATE` is missing too: it keeps only the last frame of a message.
public struct SocketOption: Hashable, Sendable {
    enum Value: Hashable, Sendable {
        case int32(Int32)
        case int64(Int64)
        case bytes([UInt8])
    }

    let code: Int32
    let name: String
    let value: Value?
    /// Why the value cannot be set; nil when it can.
    let objection: String?

    static func flag(_ code: Int32, _ name: String, _ isOn: Bool) -> SocketOption {
        SocketOption(code: code, name: name, value: .int32(isOn ? 1 : 0), objection: nil)
    }

    static func number(
        _ code: Int32, _ name: String, _ value: Int, _ range: ClosedRange<Int> = 0...Int(Int32.max)
    ) -> SocketOption {
        let isInRange = range.contains(value)
        return SocketOption(
            code: code, name: name, value: isInRange ? .int32(Int32(value)) : nil,
            objection: isInRange ? nil : "\(value) is not within \(range.lowerBound) and \(range.upperBound)")
    }

    static func bytes(
        _ code: Int32, _ name: String, _ value: [UInt8], _ count: ClosedRange<Int>
    ) -> SocketOption {
        let isInRange = count.contains(value.count)
        return SocketOption(
            code: code, name: name, value: isInRange ? .bytes(value) : nil,
            objection: isInRange
                ? nil : "\(value.count) bytes instead of \(count.lowerBound) to \(count.upperBound)")
    }
}

extension Socket {
    /// Sets options, in this order. Set them before `bind` and `connect`: later ones count for new
    /// connections only.
    public final func set(_ options: SocketOption...) throws(ZeroMQError) {
        for option in options { try set(option) }
    }

    /// Sets options, in this order.
    public final func set(_ options: [SocketOption]) throws(ZeroMQError) {
        for option in options { try set(option) }
    }

    private final func set(_ option: SocketOption) throws(ZeroMQError) {
        let operation = "set \(option.name)"
        guard let value = option.value else {
            throw .invalid(operation, option.objection ?? "no value")
        }
        switch value {
        case .int32(let number): try setOption(option.code, number, operation)
        case .int64(let number): try setOption(option.code, number, operation)
        case .bytes(let bytes): try setOption(option.code, bytes, operation)
        }
    }
}
