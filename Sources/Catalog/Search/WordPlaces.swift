/// Where the words of one search stand, product by product.
struct WordPlaces {
    private let index: SearchIndex
    private let words: [SearchWord]
    /// For each word, its form in each category.
    private let categoryForms: [[Standing.Form?]]
    /// For each short word, the products whose description has it as a whole word.
    private let describedBy: [SlotSet?]

    init(_ words: [SearchWord], _ index: SearchIndex, _ phrases: some PhraseIndex) throws {
        self.index = index
        self.words = words
        categoryForms = words.map { word in
            index.categories.fields.map { Standing.Form(of: word.bytes, in: $0) }
        }
        describedBy = try words.map { word in
            guard word.isShort else { return nil }
            let found = try phrases.slots(holding: [Phrase(text: " \(word.text) ", field: .description)])
            return SlotSet(found, capacity: index.entries.count)
        }
    }

    /// The product as a hit, standing where its weakest word stands; nil when a word is missing.
    ///
    /// Longer words are taken to be in the description when they are nowhere else, since the phrase index has
    /// found them; without the description they count as parts, and the hit is rough.
    func hit(_ slot: Int, _ entry: IndexEntry, description: [UInt8]? = nil) -> Hit? {
        var hit = Hit(slot: slot, standing: .best, isRough: false)
        for (number, word) in words.enumerated() {
            if let standing = standing(of: number, entry) {
                hit.standing = max(hit.standing, standing)
            } else if let describedBy = describedBy[number] {
                guard describedBy.contains(slot) else { return nil }
                hit.standing = max(hit.standing, Standing(.description, .whole))
            } else {
                let form = description.flatMap { Standing.Form(of: word.bytes, in: $0) }
                hit.standing = max(hit.standing, Standing(.description, form ?? .part))
                hit.isRough = description == nil
            }
        }
        return hit
    }

    private func standing(of number: Int, _ entry: IndexEntry) -> Standing? {
        if let form = Standing.Form(of: words[number].bytes, in: entry.name) { return Standing(.name, form) }
        return categoryForms[number][Int(entry.category)].map { Standing(.category, $0) }
    }
}
