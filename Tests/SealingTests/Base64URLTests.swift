import Testing

@testable import Sealing

@Suite struct Base64URLTests {
    private static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { unsafe Base64URL.decode($0) }
    }

    /// RFC 4648, section 10, without padding, and two with the letters of section 5.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"), ("~~~", "fn5-"), ("???", "Pz8_"),
    ])
    func `the published vectors`(plain: String, text: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == text)
        #expect(Self.decode(text) == Array(plain.utf8))
    }

    @Test(arguments: [
        "Z", "Zm9vY", "Zh", "Zm9", "Zm9v=", "Zg==", "Zm+v", "Zm/v", "Zm 9v", "Zm9v\n", "Zm9é",
    ])
    func `what is not canonical is refused`(text: String) { #expect(Self.decode(text) == nil) }

    @Test func `every length comes back`() {
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255) }
            #expect(Self.decode(Base64URL.encode(bytes)) == bytes)
        }
    }
}
