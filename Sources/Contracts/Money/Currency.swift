public import CBOR
public import WireProtocol

/// An ISO 4217 code with the number of digits that its minor unit has.
public struct Currency: Sendable, Hashable {
    public let code: String
    /// Digits after the decimal point: JPY 0, USD 2, KWD 3, CLF 4.
    public let digits: Int
    /// The code's three letters as one number: what makes two currencies the same.
    private let letters: UInt16

    /// - Parameter code: upper case; nil when ISO 4217 does not list it.
    public init?(_ code: String) {
        guard let letters = Currency.letters(of: code) else { return nil }
        let digits = Currency.digitsByLetters[Int(letters)]
        guard digits != Currency.unlisted else { return nil }
        self.code = code
        self.digits = Int(digits)
        self.letters = letters
    }

    public static func == (left: Currency, right: Currency) -> Bool { left.letters == right.letters }

    public func hash(into hasher: inout Hasher) { hasher.combine(letters) }

    /// Minor units in one unit: 100 for USD.
    public var minorUnitsPerUnit: Int64 { (0..<digits).reduce(1) { power, _ in power * 10 } }
}

extension Currency {
    /// In base 26; nil when it is no three capital letters.
    private static func letters(of code: String) -> UInt16? {
        guard code.utf8.count == 3 else { return nil }
        var number: UInt16 = 0
        for letter in code.utf8 {
            guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else { return nil }
            number = number * 26 + UInt16(letter - UInt8(ascii: "A"))
        }
        return number
    }

    private static let unlisted = UInt8.max

    private static let digitsByLetters: [UInt8] = {
        var table = [UInt8](repeating: unlisted, count: 26 * 26 * 26)
        for (digits, codes) in codesByDigits {
            for code in codes.split(whereSeparator: \.isWhitespace) {
                if let letters = letters(of: String(code)) { table[Int(letters)] = digits }
            }
        }
        return table
    }()

    /// ISO 4217, list one: the currencies in use and the funds codes with a minor unit.
    private static let codesByDigits: [UInt8: String] = [
        0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
        2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE
        CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD
        HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP
        MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD
        SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS
        VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
        """,
        3: "BHD IQD JOD KWD LYD OMR TND",
        4: "CLF UYW",
    ]
}

extension Currency: Codable {
    public init(from decoder: any Decoder) throws {
        let code = try decoder.singleValueContainer().decode(String.self)
        guard let known = Currency(code) else {
            throw FieldProblem(
                code: "unsupported_currency", message: "no ISO 4217 currency in upper case, such as USD"
            )
            .decodingError(at: decoder.codingPath)
        }
        self = known
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}

extension Currency: CustomStringConvertible {
    public var description: String { code }
}

extension Currency: WireDescribable {
    public static var schema: Schema { .string(pattern: "^[A-Z]{3}$") }
    public static var example: Currency { .usDollar }

    /// The currency of the starter shop.
    public static let usDollar = Currency(code: "USD", digits: 2, letters: letters(of: "USD") ?? 0)

    private init(code: String, digits: Int, letters: UInt16) {
        self.code = code
        self.digits = digits
        self.letters = letters
    }
}

extension Currency: DirectCoding {
    public func write(to writer: inout ItemWriter) { writer.text(code) }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        guard let known = Currency(try reader.text()) else { throw NotAsWritten() }
        self = known
    }
}
