/// Replies as the services give them.
enum Samples {
    static let search = """
        {"facets":{"category":[{"count":2,"value":"fruit"}],"seller":[],"tag":[]},"items":[\
        {"match":"name","product":{"category":"fruit","description":"","name":"Blueberries","sku":"blueberry",\
        "tags":[],"unit":"1 lb"}},\
        {"match":"name","product":{"category":"fruit","description":"","name":"Strawberries","sku":"strawberry",\
        "tags":[],"unit":"1 lb"}},\
        {"match":"name","product":{"category":"cake","description":"","name":"Berry cupcake","sku":"cupcake",\
        "tags":[],"unit":"each"}}],"next":"c2","total":7}
        """

    static let offers = """
        {"currency":"USD","missing":["cupcake"],"offers":[\
        {"options":[],"quantity":{"max":9999,"min":1,"step":1},"sku":"blueberry","taxCategory":"standard","tiers":[],\
        "unitPrice":25},\
        {"measure":{"per":"kg","unitPrice":110},"options":[],"quantity":{"max":9999,"min":1,"step":1},\
        "sku":"strawberry","taxCategory":"standard","tiers":[],"unitPrice":50}]}
        """

    /// `stock` as people see it.
    static let stockTable = """
        SKU         ON HAND  RESERVED      AVAILABLE
        blueberry       100         3             97
        strawberry      100         0            100
        cupcake           -         -  made to order

        """

    static let stock = """
        {"levels":[{"available":97,"onHand":100,"reserved":3,"sku":"blueberry","tracked":true},\
        {"available":100,"onHand":100,"reserved":0,"sku":"strawberry","tracked":true},\
        {"available":0,"onHand":0,"reserved":0,"sku":"cupcake","tracked":false}]}
        """

    static let catalogInfo =
        #"{"instance":"c-1","methods":[],"name":"catalog","role":"owner","streams":[],"version":"0.1.0"}"#

    static let kiwi = """
        {"missing":[],"products":[{"category":"fruit","description":"","name":"Kiwi","sku":"kiwi","tags":[],\
        "unit":"each"}]}
        """
    static let noProducts = #"{"missing":["nope"],"products":[]}"#

    static let quote = """
        {"at":"2026-06-19T12:00:00.000Z","coupons":[],"currency":"USD","destination":{"country":"US"},"discount":0,\
        "expiresAt":"2026-06-19T12:15:00.000Z","id":"q_1",\
        "lines":[{"discount":0,"options":{"extras":["frosting","sprinkles"],"flavour":["rainbow"]},"quantity":10,\
        "sku":"cupcake","surcharge":1650,"tax":0,"total":3650,"unitPrice":200}],"rejectedCoupons":[],\
        "rounding":"half_up","shipping":0,"shippingTax":0,"subtotal":3650,"tax":0,"taxIncluded":false,"taxMode":"line",\
        "taxes":[],"token":"v1.tok","total":3650}
        """

    static let order = """
        {"address":{"city":"Springfield","country":"US","postalCode":"01234","street":"1 Market Street"},\
        "currency":"USD","customer":{"name":"Ada Example"},"discount":0,"id":"o_77","lines":[{"discount":0,\
        "options":{"extras":["frosting","sprinkles"],"flavour":["rainbow"]},"quantity":10,"sku":"cupcake",\
        "surcharge":1650,"tax":0,"total":3650,"unitPrice":200}],"number":"2026-000123",\
        "payment":{"authorised":0,"captured":0,"method":"offline","refunded":0,"status":"due"},\
        "placedAt":"2026-06-19T12:00:01.000Z","shipping":0,"shippingTax":0,"status":"placed","subtotal":3650,"tax":0,\
        "taxes":[],"timeline":[{"at":"2026-06-19T12:00:01.000Z","event":"placed"}],"total":3650}
        """
}
