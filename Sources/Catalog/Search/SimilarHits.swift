extension SearchIndex {
    /// A longer search is text, not words to be corrected.
    private static let mostWords = 8

    /// The products that have all words but one, and that one in name or category with one typing error.
    nonisolated(nonsending) func similarHits(
        _ words: [SearchWord], _ phrases: some PhraseIndex, _ filter: SearchFilter, _ work: SearchWork
    ) async throws -> [Hit] {
        guard words.count <= Self.mostWords else { return [] }
        var holders: [SlotSet] = []
        for word in words { holders.append(try await slots(holding: word, phrases, work)) }
        var mistyped = words.map { MistypedPlaces($0, self, work) }
        var hits: [Hit] = []
        for slot in entries.indices {
            if work.isPauseDue { try await work.pause() }
            guard work.hasMore() else { break }
            guard let entry = entries[slot] else { continue }
            work.spend(words.count)
            let missing = words.indices.filter { !holders[$0].contains(slot) }
            guard missing.count == 1, let number = missing.first else { continue }
            if let standing = mistyped[number].standing(in: entry), filter.passes(entry, work) {
                hits.append(Hit(slot: slot, standing: standing, isRough: false))
            }
        }
        return hits
    }

    nonisolated(nonsending) private func slots(
        holding word: SearchWord, _ phrases: some PhraseIndex, _ work: SearchWork
    ) async throws -> SlotSet {
        let places = WordPlaces([word], self, phrases, work)
        return SlotSet(
            try await found([word], places, phrases, nil, work).hits.map(\.slot), capacity: entries.count)
    }
}

/// Where one mistyped word stands, product by product.
private struct MistypedPlaces {
    private let word: MistypedWord
    private let index: SearchIndex
    private let work: SearchWork
    private var categoryForms = CategoryForms()

    init(_ word: SearchWord, _ index: SearchIndex, _ work: SearchWork) {
        self.word = MistypedWord(word)
        self.index = index
        self.work = work
    }

    mutating func standing(in entry: IndexEntry) -> Standing? {
        if let form = form(in: entry.name) { return Standing(.name, form) }
        return categoryForms.form(in: entry.category, index, form).map { Standing(.category, $0) }
    }

    private func form(in field: [UInt8]) -> Standing.Form? {
        work.spend(MistypedWord.effort(for: field))
        return word.form(in: field)
    }
}
