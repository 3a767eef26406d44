extension SearchIndex {
    /// A longer search is text, not words to be corrected.
    private static let mostWords = 8

    /// The products that have all words but one, and that one in name or category with one typing error.
    func similarHits(_ words: [SearchWord], _ phrases: some PhraseIndex) throws -> [Hit] {
        guard words.count <= Self.mostWords else { return [] }
        var holders: [SlotSet] = []
        for word in words { holders.append(try slots(holding: word, phrases)) }
        let mistyped = words.map(MistypedWord.init)
        let categoryForms = mistyped.map { word in categories.fields.map(word.form) }
        return entries.indices.compactMap { slot in
            guard let entry = entry(at: slot) else { return nil }
            let missing = words.indices.filter { !holders[$0].contains(slot) }
            guard missing.count == 1, let number = missing.first else { return nil }
            let inName = mistyped[number].form(in: entry.name).map { Standing(.name, $0) }
            let inCategory = categoryForms[number][Int(entry.category)].map { Standing(.category, $0) }
            return (inName ?? inCategory).map { Hit(slot: slot, standing: $0, isRough: false) }
        }
    }

    private func slots(holding word: SearchWord, _ phrases: some PhraseIndex) throws -> SlotSet {
        let places = try WordPlaces([word], self, phrases)
        let candidates =
            word.isShort
            ? Array(entries.indices) : try phrases.slots(holding: [Phrase(text: word.text, field: .any)])
        let holding = candidates.filter { slot in
            entry(at: slot).flatMap { places.hit(slot, $0) } != nil
        }
        return SlotSet(holding, capacity: entries.count)
    }
}
