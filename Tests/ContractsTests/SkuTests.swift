import Contracts
import Testing
import WireProtocol

@Suite struct SkuTests {
    @Test(arguments: [
        "a", "strawberry", "OLJCESPC7Z", "Woo-tshirt-logo", "a-b.c_d/e+f#g~h", "0", "-",
        String(repeating: "x", count: 64),
    ])
    func `a sku is kept as it is written`(text: String) {
        #expect(Sku(text)?.text == text)
    }

    @Test(arguments: [
        "", " ", "a b", "a:b", "a,b", "a=b", "käse", "a\n", "a\u{0}", "a%", "a'", "a\"", "ａ", "🍓",
        String(repeating: "x", count: 65),
    ])
    func `another text is no sku`(text: String) {
        #expect(Sku(text) == nil)
    }

    @Test func `skus that differ in case differ`() {
        #expect(Sku("A") != Sku("a"))
    }

    @Test func `a bad sku is named by its place`() {
        let fault = refusal(GetProducts.self, #"{"skus":["kiwi","not one"]}"#)
        #expect(fault?.details.map(\.field) == ["skus[1]"])
        #expect(fault?.code == "invalid_request")
    }
}
