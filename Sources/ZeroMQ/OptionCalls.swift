import CZeroMQ

extension Socket {
    final func setOption(_ code: Int32, _ value: Int32, _ operation: String) throws(ZeroMQError) {
        let socket = try unsafe opened(operation)
        var value = value
        try check("\(operation) to \(value)") {
            unsafe cornershop_socket_set(socket, code, &value, MemoryLayout<Int32>.size)
        }
    }

    final func setOption(_ code: Int32, _ value: Int64, _ operation: String) throws(ZeroMQError) {
        let socket = try unsafe opened(operation)
        var value = value
        try check("\(operation) to \(value)") {
            unsafe cornershop_socket_set(socket, code, &value, MemoryLayout<Int64>.size)
        }
    }

    final func setOption(_ code: Int32, _ value: [UInt8], _ operation: String) throws(ZeroMQError) {
        let socket = try unsafe opened(operation)
        try check(operation) {
            unsafe value.withUnsafeBytes { bytes in
                unsafe cornershop_socket_set(socket, code, bytes.baseAddress, bytes.count)
            }
        }
    }

    /// A whole number; libzmq writes as many of the eight bytes as the option has.
    final func number(of code: Int32, _ name: String) throws(ZeroMQError) -> Int {
        let socket = try unsafe opened("read \(name)")
        var value: Int64 = 0
        var size = MemoryLayout<Int32>.size
        if code == ZMQ_MAXMSGSIZE { size = MemoryLayout<Int64>.size }
        try check("read \(name)") { unsafe cornershop_socket_get(socket, code, &value, &size) }
        return size == MemoryLayout<Int32>.size ? Int(Int32(truncatingIfNeeded: value)) : Int(value)
    }

    final func text(of code: Int32, _ name: String) throws(ZeroMQError) -> String {
        let socket = try unsafe opened("read \(name)")
        var bytes = [UInt8](repeating: 0, count: 1024)
        var size = bytes.count
        try check("read \(name)") { unsafe cornershop_socket_get(socket, code, &bytes, &size) }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
