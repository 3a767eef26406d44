import Contracts
import Testing
import WireProtocol

@Suite struct MoneyTests {
    @Test(
        arguments: [
            (5, "USD", "0.05"), (-175, "USD", "-1.75"), (0, "USD", "0.00"), (100, "USD", "1.00"),
            (-5, "USD", "-0.05"), (80, "JPY", "80"), (-80, "JPY", "-80"), (0, "JPY", "0"),
            (1235, "KWD", "1.235"),
            (5, "KWD", "0.005"), (1, "CLF", "0.0001"), (12345, "CLF", "1.2345"),
            (9_007_199_254_740_991, "USD", "90071992547409.91"), (Int64.min, "JPY", "-9223372036854775808"),
            (Int64.min, "USD", "-92233720368547758.08"),
        ] as [(Int64, String, String)])
    func `an amount is written as a decimal`(minorUnits: Int64, code: String, text: String) throws {
        #expect(Amount(minorUnits).decimal(try #require(Currency(code))) == text)
    }

    @Test(
        arguments: [
            ("1.75", "USD", 175), ("2", "USD", 200), ("-0.5", "USD", -50), ("0", "USD", 0),
            ("007", "USD", 700),
            ("0.05", "USD", 5), ("80", "JPY", 80), ("1.235", "KWD", 1235), ("0.0001", "CLF", 1),
            ("90071992547409.91", "USD", 9_007_199_254_740_991),
        ] as [(String, String, Int64)])
    func `a decimal is read as an amount`(text: String, code: String, minorUnits: Int64) throws {
        #expect(Amount(decimal: text, try #require(Currency(code))) == Amount(minorUnits))
    }

    @Test(arguments: [
        ("", "USD"), ("-", "USD"), (".", "USD"), (".5", "USD"), ("1.", "USD"), ("1.234", "USD"),
        ("1,5", "USD"),
        ("1.0", "JPY"), ("+1", "USD"), ("--1", "USD"), (" 1", "USD"), ("1 ", "USD"), ("1e2", "USD"),
        ("1.2.3", "USD"),
        ("१", "USD"), ("$1", "USD"), ("99999999999999999999", "JPY"), ("92233720368547758.08", "USD"),
        ("90071992547409.92", "USD"), ("-9007199254740992", "JPY"),
    ])
    func `what is no decimal of the currency is no amount`(text: String, code: String) throws {
        #expect(Amount(decimal: text, try #require(Currency(code))) == nil)
    }

    @Test(arguments: [
        ("JPY", 0), ("KRW", 0), ("ISK", 0), ("CLP", 0), ("UYI", 0), ("USD", 2), ("EUR", 2), ("HUF", 2),
        ("MGA", 2),
        ("KWD", 3), ("BHD", 3), ("TND", 3), ("CLF", 4), ("UYW", 4),
    ])
    func `a currency has the digits of its standard`(code: String, digits: Int) throws {
        let currency = try #require(Currency(code))
        #expect(currency.digits == digits)
        #expect(currency.minorUnitsPerUnit == [1, 10, 100, 1000, 10000][digits])
    }

    // XXX is the standard's code for no currency, XAU is gold: no shop has prices in them.
    @Test(arguments: ["usd", "US", "USDX", "", "XXX", "XAU", "ABC", "ＵＳＤ", "\u{212A}WD"])
    func `an unknown currency is refused by its code`(code: String) {
        #expect(Currency(code) == nil)
        let fault = refusal(GetOffers.self, #"{"currency":"\#(code)","skus":["kiwi"]}"#)
        #expect(fault?.details.map(\.code) == ["unsupported_currency"])
        #expect(fault?.details.map(\.field) == ["currency"])
    }

    @Test func `arithmetic ends at the range of the wire and never wraps`() throws {
        let most = Amount(9_007_199_254_740_991)
        #expect(try most.minus(1).plus(1) == most)
        #expect(try Amount(-3).times(4) == Amount(-12))
        #expect(throws: Amount.tooLarge) { try most.plus(1) }
        #expect(throws: Amount.tooLarge) { try Amount(-9_007_199_254_740_991).minus(1) }
        #expect(throws: Amount.tooLarge) { try most.times(2) }
        #expect(throws: Amount.tooLarge) { try Amount(Int64.max).plus(Amount(Int64.max)) }
        #expect(throws: Amount.tooLarge) { try Amount(Int64.max).times(Int64.max) }
    }
}
