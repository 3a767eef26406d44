import Contracts
import WireProtocol

/// The measure that prices are compared by: 1.20 for 250 g is 4.80 per kg.
struct MeasureUnit: Equatable {
    var name: String
    /// How many of the content's own measure make one of it.
    var size: Int64

    /// A measure that is not in the table is compared by itself.
    init(comparing measure: String) {
        self = MeasureUnit.table[measure] ?? MeasureUnit(name: measure, size: 1)
    }

    private init(name: String, size: Int64) {
        self.name = name
        self.size = size
    }

    private static let table: [String: MeasureUnit] = [
        "mg": MeasureUnit(name: "kg", size: 1_000_000),
        "g": MeasureUnit(name: "kg", size: 1000),
        "ml": MeasureUnit(name: "l", size: 1000),
        "cl": MeasureUnit(name: "l", size: 100),
        "mm": MeasureUnit(name: "m", size: 1000),
        "cm": MeasureUnit(name: "m", size: 100),
        "oz": MeasureUnit(name: "lb", size: 16),
    ]
}

extension UnitContent {
    /// The price of one kilogram, litre, … at that price of one unit; nil where it is beyond all amounts.
    func measurePrice(_ unitPrice: Amount, _ rounding: Rounding) -> MeasurePrice? {
        let unit = MeasureUnit(comparing: measure)
        guard let price = try? rounding.ratio(of: unitPrice, unit.size, quantity.value) else { return nil }
        return MeasurePrice(unitPrice: price, per: unit.name)
    }
}
