import CZeroMQ

/// The one way in to libzmq: an interrupted call is made again, an errno becomes an error.
///
/// The shim hands back minus the errno, so nothing can come between a call and its errno.
@inline(__always) @discardableResult
func check(
    _ operation: @autoclosure () -> String, _ call: () -> Int32
) throws(ZeroMQError) -> Int32 {
    let result = uninterrupted(call)
    if result >= 0 { return result }
    throw ZeroMQError(errno: -result, operation: operation())
}

/// Makes a call again for as long as a signal cuts it short.
@inline(__always)
func uninterrupted(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result != -EINTR { return result }
    }
}
