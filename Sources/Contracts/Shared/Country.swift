public import WireProtocol

/// The countries of ISO 3166-1, by their codes of two capital letters.
public enum Country {
    public static func isListed(_ code: String) -> Bool {
        guard let number = number(of: code) else { return false }
        return listed[number]
    }

    /// What is wrong with a text that is no country's code, and which one is probably meant.
    public static func problem(with text: String, code: String) -> FieldProblem {
        let meant = meant(by: text)
        let shown = "must be one of ISO 3166-1, two capital letters such as US"
        return FieldProblem(
            code: code, message: shown + (meant.map { ": did you mean \($0)?" } ?? ""),
            facts: meant.map { ["suggestion": .text($0)] } ?? [:])
    }

    private static func meant(by text: String) -> String? {
        guard text.utf8.count <= 16 else { return nil }
        let word = text.uppercased().filter { !$0.isWhitespace && $0 != "." }
        return isListed(word) ? word : habits[word]
    }

    /// What people write who do not know the code: reserved and former codes, abbreviations, three letters.
    private static let habits = [
        "AUS": "AU", "AUT": "AT", "BEL": "BE", "BRA": "BR", "BU": "MM", "CAN": "CA", "CHE": "CH", "CHN": "CN",
        "DD": "DE", "DEU": "DE", "DNK": "DK", "EL": "GR", "EN": "GB", "ENG": "GB", "ESP": "ES", "FIN": "FI",
        "FRA": "FR", "FX": "FR", "GBR": "GB", "GER": "DE", "IND": "IN", "IRL": "IE", "ITA": "IT", "JPN": "JP",
        "KOR": "KR", "MEX": "MX", "NLD": "NL", "NOR": "NO", "NZL": "NZ", "POL": "PL", "PRT": "PT",
        "SCO": "GB",
        "SU": "RU", "SUI": "CH", "SWE": "SE", "TP": "TL", "UK": "GB", "UKR": "UA", "USA": "US", "YU": "RS",
        "ZAF": "ZA", "ZR": "CD",
    ]

    private static func number(of code: String) -> Int? {
        guard code.utf8.count == 2 else { return nil }
        var number = 0
        for letter in code.utf8 {
            guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else { return nil }
            number = number * 26 + Int(letter - UInt8(ascii: "A"))
        }
        return number
    }

    private static let listed: [Bool] = {
        var table = [Bool](repeating: false, count: 26 * 26)
        for code in codes.split(whereSeparator: \.isWhitespace) {
            if let number = number(of: String(code)) { table[number] = true }
        }
        return table
    }()

    private static let codes = """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT
        BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH
        ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT
        HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS
        LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI
        NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG
        SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG
        UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """
}
