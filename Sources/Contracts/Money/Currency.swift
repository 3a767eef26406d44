public import CBOR
public import WireProtocol

/// An ISO 4217 code with the number of digits that its minor unit has.
public struct Currency: Sendable, Hashable {
    public let code: String
    /// Digits after the decimal point: JPY 0, USD 2, KWD 3, CLF 4.
    public let digits: Int

    /// - Parameter code: upper case; nil when ISO 4217 does not list it.
    public init?(_ code: String) {
        // Text is compared by what it looks like: the Kelvin sign is a K, but of three bytes.
        guard code.utf8.count == 3, let digits = Currency.digitsByCode[code] else { return nil }
        self.code = code
        self.digits = digits
    }

    /// Minor units in one unit: 100 for USD.
    public var minorUnitsPerUnit: Int64 { (0..<digits).reduce(1) { power, _ in power * 10 } }
}

extension Currency {
    private static let digitsByCode: [String: Int] = {
        var table: [String: Int] = [:]
        for (digits, codes) in codesByDigits {
            for code in codes.split(whereSeparator: \.isWhitespace) { table[String(code)] = digits }
        }
        return table
    }()

    /// ISO 4217, list one: the currencies in use and the funds codes with a minor unit.
    private static let codesByDigits: [Int: String] = [
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
    public static let usDollar = Currency(code: "USD", digits: 2)

    private init(code: String, digits: Int) {
        self.code = code
        self.digits = digits
    }
}

extension Currency: DirectCoding {
    public func write(to writer: inout ItemWriter) { writer.text(code) }

    public init(reading reader: inout ItemReader) throws(NotAsWritten) {
        guard let known = Currency(try reader.text()) else { throw NotAsWritten() }
        self = known
    }
}
