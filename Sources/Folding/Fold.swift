import CUTF8Proc

/// The form of `text` in which search compares: case, accents, width and zero-width characters do not matter, and
/// typographic signs are the plain ones.
///
/// Compatibility decomposition, case folding, marks U+0300 to U+036F dropped, composition, and a small table for
/// letters that have no decomposition (ł ø đ æ œ ı ð þ ħ ŧ ŋ) and for apostrophes, quotes and dashes. Other marks stay: が is not か. Folding what is
/// folded changes nothing.
package func fold(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
        if let folded = unsafe foldASCII(bytes) { return folded }
        return unsafe recompose(dropAccents(decompose(bytes)))
    }
}

/// Nearly all text of most shops, and a fraction of the work; nil when there is anything beyond ASCII.
private func foldASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard unsafe bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    return unsafe String(unsafeUninitializedCapacity: bytes.count) { result in
        for index in 0..<bytes.count {
            let byte = unsafe bytes[index]
            unsafe result[index] = (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
        }
        return bytes.count
    }
}

/// Code points, case folded and fully decomposed, without the characters that Unicode calls ignorable.
private func decompose(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int32] {
    let options = utf8proc_option_t(
        UTF8PROC_COMPAT.rawValue | UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue
            | UTF8PROC_IGNORE.rawValue)
    var points = [Int32](repeating: 0, count: bytes.count + 16)
    var count = unsafe utf8proc_decompose(bytes.baseAddress, bytes.count, &points, points.count, options)
    if count > points.count {
        points = [Int32](repeating: 0, count: count)
        count = unsafe utf8proc_decompose(bytes.baseAddress, bytes.count, &points, points.count, options)
    }
    points.removeLast(points.count - max(0, count))
    return points
}

private func dropAccents(_ points: [Int32]) -> [Int32] {
    var kept: [Int32] = []
    kept.reserveCapacity(points.count)
    for point in points where !(0x0300...0x036f).contains(point) {
        switch plainLetters[point] ?? plainSigns[point] {
        case nil: kept.append(point)
        case let plain?: kept.append(contentsOf: plain)
        }
    }
    return kept
}

/// Letters that Unicode does not take apart, as people without them on the keyboard write them.
private let plainLetters: [Int32: [Int32]] = [
    0x00e6: letters("ae"), 0x00f0: letters("d"), 0x00f8: letters("o"), 0x00fe: letters("th"),
    0x0111: letters("d"), 0x0127: letters("h"), 0x0131: letters("i"), 0x0142: letters("l"),
    0x014b: letters("n"), 0x0153: letters("oe"), 0x0167: letters("t"),
]

/// The signs of typesetters (Unicode's chapter 6.2), as the keyboard has them. Spaces are plain by decomposition.
private let plainSigns: [Int32: [Int32]] = {
    let apostrophes: [Int32] = [
        0x02b9, 0x02bb, 0x02bc, 0x02bd, 0x02c8, 0x2018, 0x2019, 0x201a, 0x201b, 0x2032, 0x2035, 0x2039,
        0x203a,
    ]
    let quotes: [Int32] = [0x00ab, 0x00bb, 0x02ba, 0x201c, 0x201d, 0x201e, 0x201f, 0x301d, 0x301e, 0x301f]
    let dashes: [Int32] = [
        0x058a, 0x05be, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2043, 0x2212, 0x2e3a, 0x2e3b,
    ]
    let plain = [(apostrophes, "'"), (quotes, "\""), (dashes, "-")]
    return plain.reduce(into: [:]) { table, row in for point in row.0 { table[point] = letters(row.1) } }
}()

private func letters(_ text: String) -> [Int32] { text.unicodeScalars.map { Int32($0.value) } }

private func recompose(_ points: [Int32]) -> String {
    // One more place for the NUL, and never fewer bytes than UTF-8 may need: it is written over the code points.
    var points = points + [0]
    let options = utf8proc_option_t(UTF8PROC_COMPOSE.rawValue | UTF8PROC_STABLE.rawValue)
    let count = unsafe utf8proc_reencode(&points, points.count - 1, options)
    return unsafe points.withUnsafeBytes { unsafe String(decoding: $0.prefix(max(0, count)), as: UTF8.self) }
}
