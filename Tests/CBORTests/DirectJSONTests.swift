import CBOR
import FoundationEssentials
import Testing

private struct Note: Codable, Equatable {
    var text: String
    var number: Int64
    var isOpen: Bool
    var notes: [Note]
}

extension Note: DirectCoding {
    func write(to writer: inout ItemWriter) {
        let map = writer.beginMap()
        writer.field("text", text)
        writer.field("number", number)
        writer.field("isOpen", isOpen)
        writer.field("notes", notes)
        writer.end(map)
    }

    init(reading reader: inout ItemReader) throws(NotAsWritten) {
        let map = try reader.beginMap()
        text = try reader.field("text")
        number = try reader.field("number")
        isOpen = try reader.field("isOpen")
        notes = try reader.field("notes")
        try reader.end(map)
    }
}

/// A value with something in it that has no form in JSON.
private struct Bytes: DirectCoding {
    func write(to writer: inout ItemWriter) { writer.byteString([1, 2]) }
    init(reading reader: inout ItemReader) throws(NotAsWritten) { throw NotAsWritten() }
    init() {}
}

@Suite struct DirectJSONTests {
    @Test func `keys stand as the type writes them`() throws {
        let inner = Note(text: "", number: 0, isOpen: false, notes: [])
        let note = Note(text: "a\"b", number: -5, isOpen: true, notes: [inner, inner])
        let innerText = #"{"text":"","number":0,"isOpen":false,"notes":[]}"#
        let expected =
            #"{"text":"a\"b","number":-5,"isOpen":true,"notes":["# + "\(innerText),\(innerText)]}"
        #expect(try String(decoding: #require(DirectJSON.encode(note)), as: UTF8.self) == expected)
    }

    @Test(arguments: [
        0, 9, 10, 23, 24, 255, 256, 65_535, 65_536, 4_294_967_296, 9_007_199_254_740_991, .max, -1, -24, -25,
        -9_007_199_254_740_991, .min,
    ])
    func `a number is written in full`(number: Int64) throws {
        #expect(try String(decoding: #require(DirectJSON.encode(number)), as: UTF8.self) == String(number))
    }

    @Test func `every text is what a general decoder reads`() throws {
        let ascii = (0..<128).map { String(Unicode.Scalar(UInt8($0))) }
        for text in ascii + [ascii.joined(), "Grün 水 🍓 e\u{301}", String(repeating: "\u{1}", count: 3000)] {
            let note = Note(text: text, number: 1, isOpen: true, notes: [])
            let json = try #require(DirectJSON.encode(note))
            #expect(try JSONDecoder().decode(Note.self, from: Data(json)) == note)
        }
    }

    @Test func `what does not write itself or has no form in JSON is left to others`() {
        #expect(DirectJSON.encode(1.5) == nil)
        #expect(DirectJSON.encode(Bytes()) == nil)
    }
}
