extension PostalCodeRule {
    /// The countries whose addresses need a postal code, with its forms (source: the Universal Postal Union's
    /// addressing sheets). IE, HK, AE and others do without.
    static let formsByCountry: [String: [String]] = {
        var table = formsOfTheirOwn
        for (form, countries) in countriesByForm {
            for country in countries.split(whereSeparator: \.isWhitespace) { table[String(country)] = [form] }
        }
        return table
    }()

    private static let countriesByForm: [String: String] = [
        "999": "FO IS",
        "9999": "AT AU BE BG CH CY DK HU LI MK NO NZ PH SI TN ZA",
        "99999": "DE EE ES FI FR HR ID IT KR MA MC MX MY RS SM TH TR UA",
        "999999": "BY CN KZ RO RU SG",
        "999 99": "CZ GR SE SK",
        "99-999": "PL",
        "9999 AA": "NL",
        "9999-999": "PT",
        "A9A 9A9": "CA",
        "AAA 9999": "MT",
    ]

    private static let formsOfTheirOwn: [String: [String]] = [
        "AR": ["9999", "A9999AAA"],
        "BR": ["99999-999", "99999999"],
        "GB": ["AA9A 9AA", "A9A 9AA", "A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "GIR 0AA"],
        "IL": ["9999999", "99999"],
        "IN": ["999999", "999 999"],
        "JP": ["999-9999", "9999999"],
        "LT": ["99999", "LT-99999"],
        "LU": ["9999", "L-9999"],
        "LV": ["LV-9999", "9999"],
        "TW": ["999", "99999", "999999"],
        "US": ["99999", "99999-9999"],
    ]
}
