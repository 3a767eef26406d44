import Contracts
import Testing

@testable import Catalog

/// How texts are compared, with words as people have them.
@Suite struct SearchWordsTests {
    static let same: [(name: String, text: String)] = [
        ("Huśtawka ogrodowa", "hustawka"), ("Hustawka", "huśtawka"), ("Łosoś wędzony", "losos"),
        ("Losos", "łosoś"), ("Straße", "strasse"), ("STRASSE", "straße"), ("Strasse", "STRAẞE"),
        ("Cafe\u{301} crème", "café"), ("Café", "cafe\u{301}"), ("Cafe", "CAFÉ"),
        ("Smørrebrød", "smorrebrod"),
        ("Æbleskiver", "aebleskiver"), ("Œufs", "oeufs"), ("Kırmızı biber", "kirmizi"), ("Đakovo", "dakovo"),
        ("ＡＰＰＬＥ　ＰＩＥ", "apple pie"), ("Apple pie", "ａｐｐｌｅ　ｐｉｅ"), ("カメラ", "ｶﾒﾗ"), ("ガム", "ｶﾞﾑ"),
        ("straw\u{200B}berry", "strawberry"), ("strawberry", "straw\u{200B}ber\u{FEFF}ry"),
        ("ΑΘΗΝΑ", "αθήνα"), ("Ёлка", "елка"), ("한국 김치", "김치"), ("寿司セット", "寿司"), ("新鮮な寿司", "寿"),
        ("Red ❤️ cup", "❤"), ("Red ❤ cup", "❤️"), ("Party 🎉", "🎉"), ("Family 👨‍👩‍👧", "👨‍👩‍👧"),
        ("½ price", "1⁄2"), ("m² tiles", "m2"),
        ("Valentine’s Bouquet", "valentine's"), ("Valentine's Bouquet", "valentine’s"),
        ("Extra–Virgin Oil", "extra-virgin"), ("Extra-Virgin Oil", "extra—virgin"),
        ("The “Best” jam", "\"best\""), ("The \"Best\" jam", "«best»"), ("Red\u{2009}cup", "red cup"),
    ]

    @Test(arguments: same) func `case, accents and width do not matter in either direction`(
        name: String, text: String
    ) async throws {
        let shelf = try await Shelf(names: [name, "Zzyzx"])
        #expect(try await shelf.names(text) == [name])
        #expect(try await shelf.matches(text) == [.name])
    }

    static let different: [(name: String, text: String)] = [
        ("かき", "がき"), ("はな", "ばな"), ("はな", "ぱな"), ("カム", "ガム"),
    ]

    @Test(arguments: different) func `voicing makes another word`(name: String, text: String) async throws {
        #expect(try await Shelf(names: [name]).names(text) == [])
        #expect(try await Shelf(names: [text]).names(name) == [])
    }

    static let letters: [(text: String, found: [String])] = [
        ("%", ["100% wool"]), ("100%", ["100% wool"]), ("_", ["snake_case mug"]), ("e_c", ["snake_case mug"]),
        ("\"", ["The \"Best\" jam"]), ("\"best\"", ["The \"Best\" jam"]), ("\"best", ["The \"Best\" jam"]),
        ("'", ["Don't panic"]), ("don't", ["Don't panic"]), ("and", ["Salt AND pepper"]),
        ("AND", ["Salt AND pepper"]), ("NOT", ["Forget-me-not"]),
        ("OR", ["Orange OR lemon", "Forget-me-not"]),
        ("NEAR", []), ("salt OR lemon", []), ("name:salt", []), ("name : salt", []), ("^salt", []),
        ("salt*", []),
        ("*", ["5* hotel soap"]), ("-", ["Forget-me-not"]), ("forget-me", ["Forget-me-not"]), ("-salt", []),
        ("(", []), ("{salt}", []), ("\\", ["Back\\slash"]), ("+", ["C++ book"]), ("c++", ["C++ book"]),
        (";", []), ("'; DROP TABLE product; --", []), ("salt\" OR \"", []), ("?", ["Why? mug"]), ("!", []),
    ]

    @Test(arguments: letters) func `signs, quotes and operators are letters`(
        text: String, found: [String]
    ) async throws {
        let shelf = try await Shelf(names: [
            "100% wool", "snake_case mug", "The \"Best\" jam", "Don't panic", "Salt AND pepper",
            "Forget-me-not",
            "Orange OR lemon", "5* hotel soap", "Back\\slash", "C++ book", "Why? mug",
        ])
        #expect(try await shelf.names(text).sorted() == found.sorted())
    }

    static let fields: [(text: String, field: String)] = [
        ("", " "), ("  ", " "), ("Apple", " apple "), (" Fresh,  red\tberries! ", " fresh , red berries ! "),
        ("T-shirt XL", " t - shirt xl "), ("250g", " 250g "), ("寿司 bar", " 寿 司 bar "), ("🍓🍓", " 🍓 🍓 "),
        ("हिन्दी", " हिन्दी "), ("か\u{3099}か", " が か "),
    ]

    @Test(arguments: fields) func `a field has one space between words and around all`(
        text: String, field: String
    ) {
        #expect(SearchText.field(text) == field)
    }
}
