import CBOR
import FoundationEssentials
import Testing

/// A value that writes itself in the way of the test.
private struct Written: Encodable {
    var write: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try write(encoder) }
}

/// A value that does something else while it writes itself.
private struct Elsewhere: DirectCoding {
    var act: () -> Void

    init(act: @escaping () -> Void) { self.act = act }
    init(from decoder: any Decoder) { act = {} }
    init(reading reader: inout ItemReader) throws(NotAsWritten) { throw NotAsWritten() }
    func encode(to encoder: any Encoder) throws {}

    func write(to writer: inout ItemWriter) {
        writer.null()
        act()
        writer.null()
    }
}

private enum Key: String, CodingKey {
    case a, b, c, d
}

private struct Oops: Error {}

@Suite struct ContainerWritingTests {
    private func bytes(_ write: @escaping (any Encoder) throws -> Void) throws -> [UInt8] {
        try CBOREncoder().encode(Written(write: write))
    }

    private func item(_ write: @escaping (any Encoder) throws -> Void) throws -> Item {
        try CBORDecoder().decode(Item.self, from: bytes(write))
    }

    @Test func `keys stay in the order in which they are written`() throws {
        struct Line: Codable {
            var sku = "kiwi"
            var quantity = 2
            var gift: Bool?
            var note: String? = "n"
        }
        #expect(
            try CBOREncoder().encode(Line())
                == hex("a3 63 736b75 64 6b697769 68 7175616e74697479 02 64 6e6f7465 61 6e"))
    }

    @Test func `a dictionary's keys are sorted by length, then by bytes`() throws {
        let words = ["b": 1, "aa": 2, "a": 3, "": 4, "\u{fc}": 5, "ab": 6]
        let sorted = hex("a6 60 04 61 61 03 61 62 01 62 6161 02 62 6162 06 62 c3bc 05")
        for _ in 0..<20 {
            #expect(try CBOREncoder().encode(words) == sorted)
            #expect(
                try CBOREncoder().encode(Dictionary(uniqueKeysWithValues: words.map { ($0, $1) })) == sorted)
        }
        #expect(try CBOREncoder().encode([10: "x", 9: "y"]) == hex("a2 61 39 61 79 62 3130 61 78"))
    }

    @Test(arguments: [0, 23, 24, 255, 256, 70_000])
    func `a length is written in its shortest form`(count: Int) throws {
        let list = Array(repeating: true, count: count)
        let bytes = try CBOREncoder().encode(list)
        let head = count < 24 ? 1 : count < 256 ? 2 : count < 65536 ? 3 : 5
        #expect(bytes.count == count + head)
        #expect(try CBORDecoder().decode([Bool].self, from: bytes) == list)
        let map = Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", $0) })
        #expect(try CBORDecoder().decode([String: Int].self, from: CBOREncoder().encode(map)) == map)
    }

    @Test func `data and bytes are byte strings`() throws {
        #expect(try CBOREncoder().encode(Data([1, 2])) == hex("42 01 02"))
        #expect(try CBOREncoder().encode([[UInt8]([1, 2])]) == hex("81 42 01 02"))
        #expect(try CBORDecoder().decode(Data.self, from: hex("5f 41 01 41 02 ff")) == Data([1, 2]))
        #expect(try CBORDecoder().decode([UInt8].self, from: hex("42 01 02")) == [1, 2])
        #expect(try CBORDecoder().decode([UInt8].self, from: hex("82 01 02")) == [1, 2])
        #expect(throws: DecodingError.self) { try CBORDecoder().decode(Data.self, from: hex("61 61")) }
    }

    @Test func `containers asked for by hand may be written in any order`() throws {
        let item = try item { encoder in
            var map = encoder.container(keyedBy: Key.self)
            var first = map.nestedContainer(keyedBy: Key.self, forKey: .a)
            var second = map.nestedUnkeyedContainer(forKey: .b)
            try map.encode(1, forKey: .c)
            try second.encode("x")
            try first.encode(2, forKey: .a)
            var third = second.nestedContainer(keyedBy: Key.self)
            try first.encode([3], forKey: .b)
            try second.encode("y")
            try third.encode("z", forKey: .d)
            try map.encode(4, forKey: .d)
            #expect(second.count == 3)
        }
        #expect(item == ["a": ["a": 2, "b": [3]], "b": ["x", ["d": "z"], "y"], "c": 1, "d": 4])
    }

    @Test(arguments: [23, 24, 300]) func `parts find their places in a long container`(count: Int) throws {
        let item = try item { encoder in
            var list = encoder.unkeyedContainer()
            var parts: [any UnkeyedEncodingContainer] = []
            for number in 0..<count {
                if number % 3 == 0 {
                    parts.append(list.nestedUnkeyedContainer())
                } else {
                    try list.encode(number)
                }
            }
            for place in parts.indices.reversed() { try parts[place].encode(place * 3) }
        }
        let expected: [Item] = (0..<count).map { number in
            let item = Item.integer(Int64(number))
            return number % 3 == 0 ? .list([item]) : item
        }
        #expect(item == .list(expected))
    }

    @Test func `a superclass has a place of its own, or shares its map`() throws {
        let apart = try item { encoder in
            var map = encoder.container(keyedBy: Key.self)
            try map.encode(1, forKey: .a)
            try Written { try "above".encode(to: $0) }.encode(to: map.superEncoder())
            try 7.encode(to: map.superEncoder(forKey: .b))
            _ = map.superEncoder(forKey: .c)
        }
        #expect(apart == ["a": 1, "super": "above", "b": 7, "c": [:]])
        let shared = try item { encoder in
            var map = encoder.container(keyedBy: Key.self)
            try map.encode(1, forKey: .a)
            var again = encoder.container(keyedBy: Key.self)
            try again.encode(2, forKey: .b)
            try map.encode(3, forKey: .c)
        }
        #expect(shared == ["a": 1, "b": 2, "c": 3])
        let list = try item { encoder in
            var list = encoder.unkeyedContainer()
            try list.encode(1)
            try 2.encode(to: list.superEncoder())
            try list.encodeNil()
            #expect(list.count == 3)
        }
        #expect(list == [1, 2, nil])
    }

    @Test func `a value that writes nothing is an empty map`() throws {
        #expect(try bytes { _ in } == hex("a0"))
        #expect(try bytes { _ = $0.singleValueContainer() } == hex("a0"))
        #expect(try CBOREncoder().encode([Written { _ in }]) == hex("81 a0"))
        #expect(try bytes { _ = $0.unkeyedContainer() } == hex("80"))
    }

    private static let misuses: [(String, @Sendable (any Encoder) throws -> Void)] = [
        (
            "two values",
            { encoder in
                var value = encoder.singleValueContainer()
                try value.encode(1)
                try value.encode(2)
            }
        ),
        (
            "a value and a list",
            { encoder in
                var value = encoder.singleValueContainer()
                try value.encode(1)
                var list = encoder.unkeyedContainer()
                try list.encode(2)
            }
        ),
        (
            "a list and a map",
            { encoder in
                var list = encoder.unkeyedContainer()
                try list.encode(1)
                var map = encoder.container(keyedBy: Key.self)
                try map.encode(2, forKey: .a)
            }
        ),
        (
            "a map and a value",
            { encoder in
                var map = encoder.container(keyedBy: Key.self)
                try map.encode(2, forKey: .a)
                var value = encoder.singleValueContainer()
                try value.encode(1)
            }
        ),
        (
            "a key twice",
            { encoder in
                var map = encoder.container(keyedBy: Key.self)
                try map.encode(1, forKey: .a)
                try map.encode(2, forKey: .b)
                try map.encode(3, forKey: .a)
            }
        ),
        (
            "the outer container from within",
            { encoder in
                var map = encoder.container(keyedBy: Key.self)
                let kept = map
                try map.encode(
                    Written { _ in
                        var outer = kept
                        try outer.encode(1, forKey: .b)
                    }, forKey: .a)
            }
        ),
        (
            "a container that was left",
            { encoder in
                final class Kept: @unchecked Sendable { var list: (any UnkeyedEncodingContainer)? }
                let kept = Kept()
                var map = encoder.container(keyedBy: Key.self)
                try map.encode(Written { kept.list = $0.unkeyedContainer() }, forKey: .a)
                try kept.list?.encode(1)
            }
        ),
        (
            "an error that is swallowed",
            { encoder in
                var map = encoder.container(keyedBy: Key.self)
                try? map.encode(Written { _ in throw Oops() }, forKey: .a)
            }
        ),
        (
            "an error in a part that is swallowed",
            { encoder in
                var map = encoder.container(keyedBy: Key.self)
                var part = map.nestedUnkeyedContainer(forKey: .a)
                try? part.encode(Written { _ in throw Oops() })
            }
        ),
        (
            "an error below a part that is swallowed",
            { encoder in
                var map = encoder.container(keyedBy: Key.self)
                var part = map.nestedContainer(keyedBy: Key.self, forKey: .a)
                var list = part.nestedUnkeyedContainer(forKey: .b)
                try? list.encode(Written { _ in throw Oops() })
                try? map.encode(1, forKey: .c)
            }
        ),
        (
            "going on after an error",
            { encoder in
                var map = encoder.container(keyedBy: Key.self)
                try? map.encode(Written { _ in throw Oops() }, forKey: .a)
                _ = map.nestedContainer(keyedBy: Key.self, forKey: .b)
                _ = map.nestedUnkeyedContainer(forKey: .c)
                try? 1.encode(to: map.superEncoder())
                try? map.encode(1, forKey: .d)
                _ = encoder.unkeyedContainer()
                _ = encoder.codingPath
            }
        ),
        (
            "a value that writes itself and elsewhere",
            { encoder in
                var list = encoder.unkeyedContainer()
                let kept = list
                try list.encode(
                    Elsewhere {
                        var outer = kept
                        try? outer.encode(1)
                    })
            }
        ),
        (
            "a value within itself",
            { encoder in
                final class Ring: Encodable {
                    func encode(to encoder: any Encoder) throws {
                        var list = encoder.unkeyedContainer()
                        try list.encode(self)
                    }
                }
                try Ring().encode(to: encoder)
            }
        ),
        (
            "a single value within itself",
            { encoder in
                final class Ring: Encodable {
                    func encode(to encoder: any Encoder) throws {
                        var value = encoder.singleValueContainer()
                        try value.encode(self)
                    }
                }
                try Ring().encode(to: encoder)
            }
        ),
        (
            "parts too deep",
            { encoder in
                var list = encoder.unkeyedContainer()
                for _ in 0..<100 { list = list.nestedUnkeyedContainer() }
                try list.encode(1)
            }
        ),
    ]

    @Test(arguments: misuses.indices)
    func `misuse is an error, and no half message leaves`(index: Int) {
        let (name, write) = Self.misuses[index]
        #expect(throws: (any Error).self, "\(name)") { try bytes(write) }
        #expect(throws: (any Error).self, "\(name)") { try CBOREncoder().encode([Written(write: write)]) }
    }

    @Test func `64 levels can be written, 65 cannot`() throws {
        func nested(_ levels: Int) -> Item { (1..<levels).reduce(.list([])) { item, _ in .list([item]) } }
        let bytes = try CBOREncoder().encode(nested(64))
        #expect(try CBORDecoder().decode(Item.self, from: bytes) == nested(64))
        #expect(throws: EncodingError.self) { try CBOREncoder().encode(nested(65)) }
    }

    @Test func `the path is that of the value being written`() throws {
        func path(_ error: (any Error)?) -> String? {
            guard case .invalidValue(_, let context)? = error as? EncodingError else { return nil }
            return context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        let strict = CBOREncoder(allowsNonFiniteNumbers: false)
        let error = #expect(throws: EncodingError.self) {
            try strict.encode(["a": [["b": [1.0, .nan]], [:]]])
        }
        #expect(path(error) == "a.0.b.1")
        let inPart = #expect(throws: EncodingError.self) {
            try strict.encode([
                "z": Written { encoder in
                    var map = encoder.container(keyedBy: Key.self)
                    var part = map.nestedUnkeyedContainer(forKey: .c)
                    try part.encode(1)
                    #expect(part.codingPath.map(\.stringValue) == ["z", "c"])
                    try part.encode(Written { #expect($0.codingPath.map(\.stringValue) == ["z", "c", "1"]) })
                    try part.encode([Double.infinity])
                }
            ])
        }
        #expect(path(inPart) == "z.c.2.0")
    }
}
