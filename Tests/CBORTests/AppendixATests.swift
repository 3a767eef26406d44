import CBOR
import Testing

/// The examples of RFC 8949, appendix A.
@Suite struct AppendixATests {
    private static let oneTo25 = Item.list((1...25).map { Item.integer($0) })

    /// What is written as the standard prefers it: reads as the item, and the item is written so.
    private static let preferred: [(String, Item)] = [
        ("00", 0), ("01", 1), ("0a", 10), ("17", 23), ("1818", 24), ("1819", 25), ("1864", 100),
        ("1903e8", 1000), ("1a000f4240", 1_000_000), ("1b000000e8d4a51000", 1_000_000_000_000),
        ("1bffffffffffffffff", .unsigned(18_446_744_073_709_551_615)),
        ("20", -1), ("29", -10), ("3863", -100), ("3903e7", -1000),
        ("fb3ff199999999999a", 1.1), ("f93e00", 1.5), ("fa7f7fffff", 3.4028234663852886e+38),
        ("fb7e37e43c8800759c", 1.0e+300), ("f90001", 5.960464477539063e-8), ("f90400", 0.00006103515625),
        ("fbc010666666666666", -4.1), ("f97c00", .number(.infinity)), ("f9fc00", .number(-.infinity)),
        ("f4", false), ("f5", true), ("f6", nil),
        ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])),
        ("60", ""), ("6161", "a"), ("6449455446", "IETF"), ("62225c", "\"\\"), ("62c3bc", "\u{fc}"),
        ("63e6b0b4", "\u{6c34}"), ("64f0908591", "\u{10151}"),
        ("80", []), ("83010203", [1, 2, 3]), ("8301820203820405", [1, [2, 3], [4, 5]]),
        ("98190102030405060708090a0b0c0d0e0f101112131415161718181819", oneTo25),
        ("a0", [:]), ("a26161016162820203", ["a": 1, "b": [2, 3]]), ("826161a161626163", ["a", ["b": "c"]]),
        (
            "a56161614161626142616361436164614461656145",
            ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"]
        ),
    ]

    /// What is read, and written otherwise: a whole number in another width, tags, indefinite lengths.
    private static let tolerated: [(String, Item)] = [
        ("3bffffffffffffffff", .number(-18_446_744_073_709_551_616)),
        ("c249010000000000000000", .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0])),
        ("c349010000000000000000", .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0])),
        ("f90000", 0), ("f98000", 0), ("f93c00", 1), ("f97bff", 65504), ("fa47c35000", 100_000),
        ("f9c400", -4),
        ("fa7f800000", .number(.infinity)), ("faff800000", .number(-.infinity)),
        ("fb7ff0000000000000", .number(.infinity)), ("fbfff0000000000000", .number(-.infinity)),
        ("f7", nil),
        ("c074323031332d30332d32315432303a30343a30305a", "2013-03-21T20:04:00Z"),
        ("c11a514b67b0", 1_363_896_240), ("c1fb41d452d9ec200000", 1_363_896_240.5),
        ("d74401020304", .bytes([1, 2, 3, 4])), ("d818456449455446", .bytes(hex("6449455446"))),
        ("d82076687474703a2f2f7777772e6578616d706c652e636f6d", "http://www.example.com"),
        ("a201020304", ["1": 2, "3": 4]),
        ("5f42010243030405ff", .bytes([1, 2, 3, 4, 5])), ("7f657374726561646d696e67ff", "streaming"),
        ("9fff", []), ("9f018202039f0405ffff", [1, [2, 3], [4, 5]]),
        ("9f01820203820405ff", [1, [2, 3], [4, 5]]),
        ("83018202039f0405ff", [1, [2, 3], [4, 5]]), ("83019f0203ff820405", [1, [2, 3], [4, 5]]),
        ("9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff", oneTo25),
        ("bf61610161629f0203ffff", ["a": 1, "b": [2, 3]]), ("826161bf61626163ff", ["a", ["b": "c"]]),
        ("bf6346756ef563416d7421ff", ["Fun": true, "Amt": -2]),
    ]

    @Test(arguments: preferred + tolerated)
    func `an example reads as its value`(bytes: String, item: Item) throws {
        #expect(try CBORDecoder().decode(Item.self, from: hex(bytes)) == item)
    }

    @Test(arguments: preferred)
    func `a value is written as its example`(bytes: String, item: Item) throws {
        #expect(try CBOREncoder().encode(item) == hex(bytes))
    }

    @Test(arguments: ["f97e00", "fa7fc00000", "fb7ff8000000000000"])
    func `any NaN is read, and one is written`(bytes: String) throws {
        let number = try CBORDecoder().decode(Double.self, from: hex(bytes))
        #expect(number.isNaN)
        #expect(try CBOREncoder().encode(number) == hex("f97e00"))
    }

    @Test(arguments: [
        ("f90000", 0), ("f98000", -0.0), ("f93c00", 1), ("f97bff", 65504), ("fa47c35000", 100_000),
        ("f9c400", -4), ("c1fb41d452d9ec200000", 1_363_896_240.5),
    ]) func `a number keeps its sign and value`(bytes: String, number: Double) throws {
        let read = try CBORDecoder().decode(Double.self, from: hex(bytes))
        #expect(read.bitPattern == number.bitPattern)
    }

    @Test func `keys that are whole numbers name entries`() throws {
        #expect(try CBORDecoder().decode([Int: Int].self, from: hex("a201020304")) == [1: 2, 3: 4])
        #expect(try CBORDecoder().decode([Int: Int].self, from: hex("a120 01")) == [-1: 1])
    }

    @Test(arguments: ["f0", "f8ff"]) func `an unassigned simple value is passed over, and is no value`(
        bytes: String
    ) throws {
        #expect(throws: DecodingError.self) { try CBORDecoder().decode(Item.self, from: hex(bytes)) }
        let list = hex("a2 61 61") + hex(bytes) + hex("61 62 01")
        #expect(try CBORDecoder().decode(OnlyB.self, from: list).b == 1)
    }

    private struct OnlyB: Codable {
        var b: Int
    }
}
