import CBOR
import Testing

private struct Point: Codable, Equatable {
    var x: Int64
    var label: String?
    var tags: [String: [String]]
    var isOpen: Bool
    var next: [Point]?
}

extension Point: DirectCoding {
    func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("x", x)
        writer.field("label", ifPresent: label)
        writer.field("tags", tags)
        writer.field("isOpen", isOpen)
        writer.field("next", ifPresent: next)
        writer.end(map)
    }

    init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        x = try reader.field("x")
        label = try reader.fieldIfPresent("label")
        tags = try reader.field("tags")
        isOpen = try reader.field("isOpen")
        next = try reader.fieldIfPresent("next")
        try reader.end(map)
    }
}

@Suite struct DirectCodingTests {
    private let general = (CBOREncoder(usesDirectCoding: false), CBORDecoder(usesDirectCoding: false))

    private static let points: [Point] = [
        Point(x: 0, tags: [:], isOpen: true),
        Point(x: -7, label: "\u{fc}", tags: ["b": ["c", ""], "a": []], isOpen: false, next: []),
        Point(
            x: .max, label: String(repeating: "x", count: 300), tags: ["\u{e9}": [], "e\u{301}z": ["y"]],
            isOpen: true, next: (0..<30).map { Point(x: $0, tags: [:], isOpen: false) }),
    ]

    @Test(arguments: points) private func `both layers write the same bytes and read the same value`(
        point: Point
    ) throws {
        let bytes = try CBOREncoder().encode(point)
        #expect(try general.0.encode(point) == bytes)
        #expect(try CBORDecoder().decode(Point.self, from: bytes) == point)
        #expect(try general.1.decode(Point.self, from: bytes) == point)
        let inside = ["k": [point]]
        let around = try CBOREncoder().encode(Around(point: point, points: inside))
        #expect(try general.0.encode(Around(point: point, points: inside)) == around)
        #expect(try CBORDecoder().decode(Around.self, from: around).points == inside)
    }

    private struct Around: Codable {
        var point: Point
        var points: [String: [Point]]
    }

    /// The same value in forms that the direct reader does not know.
    @Test(arguments: [
        "a3 61 78 07 64 74616773 a0 66 69734f70656e f5",
        "bf 61 78 07 64 74616773 a0 66 69734f70656e f5 ff",
        "a3 66 69734f70656e f5 64 74616773 a0 61 78 07",
        "a4 61 78 07 64 74616773 a0 66 69734f70656e f5 61 7a 82 01 a0",
        "c1 a3 61 78 07 64 74616773 a0 66 69734f70656e f5",
        "a3 61 78 f9 4700 64 74616773 bf ff 66 69734f70656e f5",
        "a4 61 78 07 65 6c6162656c f6 64 74616773 a0 66 69734f70656e f5",
        "a3 78 01 78 18 07 64 74616773 a0 66 69734f70656e f5",
        "a3 7f 61 78 ff 07 64 74616773 a0 66 69734f70656e f5",
    ]) func `other forms of a message are read in the general way`(bytes: String) throws {
        let expected = Point(x: 7, tags: [:], isOpen: true)
        #expect(try CBORDecoder().decode(Point.self, from: hex(bytes)) == expected)
        #expect(try general.1.decode(Point.self, from: hex(bytes)) == expected)
    }

    @Test(arguments: [
        "a3 61 78 07 64 74616773 a0 66 69734f70656e f5 00",
        "a3 61 78 07 64 74616773 a2 61 61 80 61 61 80 66 69734f70656e f5",
        "a3 61 78 07 64 74616773 a1 61 61 81 61 ff 66 69734f70656e f5",
        "a3 61 78 07 64 74616773 a0 66 69734f70656e",
        "a3 61 78 61 37 64 74616773 a0 66 69734f70656e f5",
    ]) func `what is wrong is refused with the general layer's error`(bytes: String) {
        let direct = #expect(throws: DecodingError.self) {
            try CBORDecoder().decode(Point.self, from: hex(bytes))
        }
        let other = #expect(throws: DecodingError.self) { try general.1.decode(Point.self, from: hex(bytes)) }
        #expect("\(String(describing: direct))" == "\(String(describing: other))")
    }
}
