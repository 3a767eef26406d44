/// Where the words of one search stand, product by product.
struct WordPlaces {
    private let index: SearchIndex
    private let words: [SearchWord]
    /// For each word, its form in each category.
    private let categoryForms: [[Standing.Form?]]
    /// For each word, what is known of descriptions.
    private var descriptions: [DescriptionForms]

    /// The products whose description holds a word, by form. Without sets a word of three letters or more counts
    /// as a part: it is there, since the phrase index has found it.
    private struct DescriptionForms {
        var whole: SlotSet?
        var prefix: SlotSet?
    }

    init(_ words: [SearchWord], _ index: SearchIndex, _ phrases: some PhraseIndex) throws {
        self.index = index
        self.words = words
        categoryForms = words.map { word in
            index.categories.fields.map { Standing.Form(of: word.bytes, in: $0) }
        }
        descriptions = Array(repeating: DescriptionForms(), count: words.count)
        for (number, word) in words.enumerated() where word.isShort {
            let found = try phrases.slots(holding: [Phrase(text: " \(word.text) ", field: .description)])
            descriptions[number].whole = SlotSet(found, capacity: index.entries.count)
        }
    }

    /// Asks for the forms of the longer words in the descriptions that hold all of them.
    mutating func lookUpDescriptions(_ phrases: some PhraseIndex) throws {
        let all = words.filter { !$0.isShort }.map { Phrase(text: $0.text, field: .any) }
        for (number, word) in words.enumerated() where !word.isShort {
            let whole = Phrase(text: " \(word.text) ", field: .description)
            let prefix = Phrase(text: " \(word.text)", field: .description)
            descriptions[number].whole = SlotSet(
                try phrases.slots(holding: [whole] + all), capacity: index.entries.count)
            descriptions[number].prefix = SlotSet(
                try phrases.slots(holding: [prefix] + all), capacity: index.entries.count)
        }
    }

    /// The product as a hit, standing where its weakest word stands; nil when a word is missing.
    func hit(_ slot: Int, _ entry: IndexEntry) -> Hit? {
        var hit = Hit(slot: slot, standing: .best, isRough: false)
        for number in words.indices {
            guard let standing = standing(of: number, slot, entry) else { return nil }
            hit.standing = max(hit.standing, standing)
            if standing.place == .description, !words[number].isShort { hit.isRough = true }
        }
        return hit
    }

    private func standing(of number: Int, _ slot: Int, _ entry: IndexEntry) -> Standing? {
        if let form = Standing.Form(of: words[number].bytes, in: entry.name) { return Standing(.name, form) }
        if let form = categoryForms[number][Int(entry.category)] { return Standing(.category, form) }
        if descriptions[number].whole?.contains(slot) == true { return Standing(.description, .whole) }
        if words[number].isShort { return nil }
        if descriptions[number].prefix?.contains(slot) == true { return Standing(.description, .prefix) }
        return Standing(.description, .part)
    }
}
