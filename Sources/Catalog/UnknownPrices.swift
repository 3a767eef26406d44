import Contracts
import WireProtocol

/// Refuses what only an index that hears of prices and stock can answer; this catalog has none.
enum UnknownPrices {
    static func refuse(_ request: SearchProducts) throws(Fault) {
        var problems = Problems()
        let message = "this catalog does not know prices and stock yet"
        if request.inStock != nil { problems.add("invalid_request", message, at: "inStock") }
        if request.minPrice != nil { problems.add("invalid_request", message, at: "minPrice") }
        if request.maxPrice != nil { problems.add("invalid_request", message, at: "maxPrice") }
        if request.sort == .price || request.sort == .priceDescending {
            problems.add("invalid_request", message, at: "sort")
        }
        try problems.throwIfAny()
    }
}
