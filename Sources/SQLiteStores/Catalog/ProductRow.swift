import Catalog
import Contracts
import SQLite

/// One row of `product`; the description comes last, so that reading the others does not touch its pages.
struct ProductRow: Equatable {
    let slot: Int
    let product: Product

    static let columns = """
        slot, sku, name, category, seller, tags, rating, occupation, unit, image, color, description
        """

    init(slot: Int, product: Product) {
        self.slot = slot
        self.product = product
    }

    /// - Parameter row: of the columns in `columns`.
    init(_ row: borrowing Row) throws(SQLiteError) {
        do throws(SQLiteError) { try self.init(whole: row) } catch { throw unreadable(row, error) }
    }

    private init(whole row: borrowing Row) throws(SQLiteError) {
        let occupation = try row.textOrNil(7)
        slot = Int(try row.integer(0))
        product = Product(
            sku: try sku(row), name: try row.text(2), description: try row.text(11),
            category: try row.text(3), unit: try row.text(8), image: try row.textOrNil(9),
            color: try row.textOrNil(10), rating: try row.realOrNil(6),
            seller: try row.textOrNil(4).map { Seller(name: $0, occupation: occupation) },
            tags: try tags(row))
    }

    var values: [SQLiteValue] {
        SQLiteValue.list([
            slot, product.sku.text, product.name, product.category, product.seller?.name,
            product.tags.joined(separator: "\n"), product.rating, product.seller?.occupation, product.unit,
            product.image, product.color, product.description,
        ])
    }
}

/// The rows of `product`, through one connection.
struct ProductRows {
    let database: Database

    /// Those that are there, in the order of `skus`.
    func of(_ skus: [Sku]) throws -> [ProductRow] {
        var found: [ProductRow] = []
        for sku in skus {
            let row = try database.first(
                "SELECT \(ProductRow.columns) FROM product WHERE sku = ?", sku.text
            ) { row in try ProductRow(row) }
            if let row { found.append(row) }
        }
        return found
    }

    func at(_ slot: Int) throws -> ProductRow? {
        try database.first("SELECT \(ProductRow.columns) FROM product WHERE slot = ?", slot) {
            row in try ProductRow(row)
        }
    }
}

extension IndexedProduct {
    /// The first seven columns of a `ProductRow`.
    static let columns = "slot, sku, name, category, seller, tags, rating"

    init(_ row: borrowing Row) throws(SQLiteError) {
        do throws(SQLiteError) {
            self.init(
                sku: try SQLiteStores.sku(row), name: try row.text(2), category: try row.text(3),
                seller: try row.textOrNil(4), tags: try SQLiteStores.tags(row), rating: try row.realOrNil(6))
        } catch {
            throw unreadable(row, error)
        }
    }
}

/// - Parameter row: of a slot, and a sku.
private func unreadable(_ row: borrowing Row, _ error: SQLiteError) -> SQLiteError {
    let name = (try? row.text(1)).map { "product \($0)" } ?? "a product"
    return .unreadable(name, in: "product", row: (try? row.integer(0)) ?? 0, error.message)
}

private func sku(_ row: borrowing Row) throws(SQLiteError) -> Sku {
    let text = try row.text(1)
    guard let sku = Sku(text) else { throw .damaged("\(text) is no sku") }
    return sku
}

/// One tag a line: a tag holds no control characters.
private func tags(_ row: borrowing Row) throws(SQLiteError) -> [String] {
    try row.text(5).utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
}
