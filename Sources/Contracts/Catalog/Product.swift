import WireProtocol

/// What a thing is, whatever it costs and however many there are.
public struct Product: Codable, Sendable, Equatable {
    public var sku: Sku
    public var name: String
    public var description: String
    public var category: String
    /// What one of it is: `each`, `1 lb`.
    public var unit: String
    public var image: String?
    /// `#RRGGBB`.
    public var color: String?
    /// 0 to 5.
    public var rating: Double?
    public var seller: Seller?
    public var tags: [String]

    public init(
        sku: Sku, name: String, description: String, category: String, unit: String, image: String? = nil,
        color: String? = nil, rating: Double? = nil, seller: Seller? = nil, tags: [String] = []
    ) {
        self.sku = sku
        self.name = name
        self.description = description
        self.category = category
        self.unit = unit
        self.image = image
        self.color = color
        self.rating = rating
        self.seller = seller
        self.tags = tags
    }
}

/// Who offers a product.
public struct Seller: Codable, Sendable, Equatable {
    public var name: String
    public var occupation: String?

    public init(name: String, occupation: String? = nil) {
        self.name = name
        self.occupation = occupation
    }
}

extension Product {
    func check(_ problems: inout Problems, at path: String) {
        problems.requireText(name, at: "\(path).name")
        problems.checkText(
            description, at: "\(path).description", maxBytes: Bounds.descriptionBytes, multiline: true)
        problems.requireText(category, at: "\(path).category")
        problems.requireText(unit, at: "\(path).unit")
        problems.checkText(image, at: "\(path).image")
        checkColor(&problems, at: "\(path).color")
        if let rating, !(0...5).contains(rating) {
            let problem = FieldProblem(
                code: "invalid_request", message: "0 to 5 are allowed", facts: ["min": 0, "max": 5])
            problems.add(problem, at: "\(path).rating")
        }
        if let seller {
            problems.requireText(seller.name, at: "\(path).seller.name")
            problems.checkText(seller.occupation, at: "\(path).seller.occupation")
        }
        problems.requireCount(tags.count, in: Bounds.words, at: "\(path).tags")
        for (index, tag) in tags.enumerated() { problems.requireText(tag, at: "\(path).tags[\(index)]") }
        checkBytes(&problems, at: path)
    }

    /// It is told whole in one event.
    private func checkBytes(_ problems: inout Problems, at path: String) {
        // Few are worth a closer look.
        let letters = tags.reduce(description.utf8.count) { $0 + $1.utf8.count }
        guard letters > Bounds.pageBytes / 8, let bytes = try? WireCoding().encode(self).count,
            bytes > Bounds.pageBytes
        else { return }
        let problem = FieldProblem(
            code: "product_too_large", message: "takes \(bytes) bytes: \(Bounds.pageBytes) are possible",
            facts: ["max": .number(Int64(Bounds.pageBytes))])
        problems.add(problem, at: path)
    }

    private func checkColor(_ problems: inout Problems, at path: String) {
        guard let color else { return }
        let isHex =
            color.utf8.count == 7 && color.hasPrefix("#") && color.dropFirst().allSatisfy(\.isHexDigit)
        if !isHex { problems.add("invalid_request", "must be #RRGGBB", at: path) }
    }
}
