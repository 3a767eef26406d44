extension StringProtocol {
    /// The text in lines of at most that many columns, broken at blanks.
    ///
    /// - Parameter breakingWords: whether a longer word is broken, too; else it stands alone, whole and too wide, so
    ///   that it can be copied.
    package func wrapped(to columns: Int, breakingWords: Bool = false) -> [String] {
        var lines: [String] = []
        for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
            lines += Self.lines(paragraph.split(separator: " "), columns, breakingWords)
        }
        return lines
    }

    private static func lines(
        _ words: [SubSequence.SubSequence], _ columns: Int, _ breakingWords: Bool
    ) -> [String] {
        var lines: [String] = []
        var line = ""
        var width = 0
        for word in words {
            for piece in breakingWords ? word.pieces(of: columns) : [String(word)] {
                let pieceWidth = piece.displayWidth
                if line.isEmpty {
                    (line, width) = (piece, pieceWidth)
                } else if width + 1 + pieceWidth <= columns {
                    line += " " + piece
                    width += 1 + pieceWidth
                } else {
                    lines.append(line)
                    (line, width) = (piece, pieceWidth)
                }
            }
        }
        return lines + [line]
    }

    /// The text cut into pieces of at most that many columns.
    private func pieces(of columns: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var width = 0
        for character in self {
            let characterWidth = character.displayWidth
            if width + characterWidth > columns, !piece.isEmpty {
                pieces.append(piece)
                (piece, width) = ("", 0)
            }
            piece.append(character)
            width += characterWidth
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }
}
