/// A new idempotency key: 128 random bits, enough that no two are ever equal.
func makeIdempotencyKey() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
        let digits = String(random.next() as UInt32, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
}
