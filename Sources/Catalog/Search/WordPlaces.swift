/// Where the words of one search stand, product by product. What several products share is found out once.
final class WordPlaces<Phrases: PhraseIndex> {
    private let index: SearchIndex
    private let words: [SearchWord]
    private let phrases: Phrases
    private let work: SearchWork
    /// For each word, its form in each category that was looked at.
    private var categoryForms: [CategoryForms]
    /// The same for letters that stand there whatever is between them.
    private var categoriesAcross: [CategoryForms]
    /// For each short word, the products whose description has it as a whole word; nil before anybody asked.
    private var described: [SlotSet?]
    /// For each longer word, the products whose description has it at all; nil before anybody doubted it.
    private var mentioned: [SlotSet?]

    init(_ words: [SearchWord], _ index: SearchIndex, _ phrases: Phrases, _ work: SearchWork) {
        self.index = index
        self.words = words
        self.phrases = phrases
        self.work = work
        categoryForms = words.map { _ in CategoryForms() }
        categoriesAcross = categoryForms
        described = words.map { _ in nil }
        mentioned = words.map { _ in nil }
    }

    /// The product as a hit, standing where its weakest word stands; nil when a word is missing.
    ///
    /// Longer words are taken to be in the description when they are nowhere else, since the phrase index has
    /// found them; without the description they count as parts, and the hit is rough.
    func hit(_ slot: Int, _ entry: IndexEntry, description: [UInt8]? = nil) throws -> Hit? {
        var hit = Hit(slot: slot, standing: .best, isRough: false)
        for number in words.indices {
            let word = words[number]
            if let standing = standing(of: number, entry) {
                hit.standing = max(hit.standing, standing)
            } else if word.isShort {
                guard try describes(number, slot) else { return nil }
                hit.standing = max(hit.standing, Standing(.description, .whole))
            } else {
                if mayStandAcross(number, entry), try !mentions(number, slot) { return nil }
                var text = description
                // Of a long word the phrase index has found a part only.
                if word.isLong, text == nil { text = try self.description(at: slot) }
                let form = text.flatMap { self.form(of: word, in: $0) }
                if word.isLong, form == nil { return nil }
                hit.standing = max(hit.standing, Standing(.description, form ?? .part))
                hit.isRough = hit.isRough || text == nil
            }
        }
        return hit
    }

    private func standing(of number: Int, _ entry: IndexEntry) -> Standing? {
        if let form = form(of: words[number], in: entry.name) { return Standing(.name, form) }
        return categoryForms[number].form(in: entry.category, index) { form(of: words[number], in: $0) }
            .map { Standing(.category, $0) }
    }

    private func form(of word: SearchWord, in field: [UInt8]) -> Standing.Form? {
        work.spend(field.count)
        let exact = Standing.Form(of: word, in: field)
        guard exact != .whole, let joined = word.joined else { return exact }
        var steps = 0
        let other = joined.form(in: field, steps: &steps)
        work.spend(steps)
        guard let exact, let other else { return exact ?? other }
        return min(exact, other)
    }

    /// Whether the letters stand in name or category, though not as a word does: `fre` in `red berries fresh`. That may
    /// be all that the phrase index has found.
    private func mayStandAcross(_ number: Int, _ entry: IndexEntry) -> Bool {
        guard let joined = words[number].joined else { return false }
        work.spend(entry.name.count)
        if joined.stands(acrossWordsOf: entry.name) { return true }
        let form = categoriesAcross[number].form(in: entry.category, index) { field in
            work.spend(field.count)
            return joined.stands(acrossWordsOf: field) ? .part : nil
        }
        return form != nil
    }

    private func mentions(_ number: Int, _ slot: Int) throws -> Bool {
        if let known = mentioned[number] { return known.contains(slot) }
        let found = try slots(holding: words[number].phrase(in: .description))
        mentioned[number] = found
        return found.contains(slot)
    }

    private func slots(holding phrase: Phrase) throws -> SlotSet {
        work.spend(index.entries.count)
        return SlotSet(try phrases.slots(holding: [phrase]), capacity: index.entries.count)
    }

    private func describes(_ number: Int, _ slot: Int) throws -> Bool {
        if let known = described[number] { return known.contains(slot) }
        let found = try slots(holding: Phrase(" \(words[number].text) ", in: .description))
        described[number] = found
        return found.contains(slot)
    }

    /// The description of a product, whose look-up costs more than its letters.
    func description(at slot: Int) throws -> [UInt8]? {
        let description = try phrases.description(at: slot)
        work.spend(5000 + (description?.count ?? 0))
        return description
    }
}

/// The form in which one word stands in each category, found out when the first product of it is looked at.
struct CategoryForms {
    private enum Form {
        case unknown
        case known(Standing.Form?)
    }

    private var forms: [Form] = []

    mutating func form(
        in category: Int32, _ index: SearchIndex, _ find: ([UInt8]) -> Standing.Form?
    ) -> Standing.Form? {
        if forms.isEmpty { forms = Array(repeating: .unknown, count: index.categories.capacity) }
        if case .known(let form) = forms[Int(category)] { return form }
        let form = find(index.categories.fields[Int(category)])
        forms[Int(category)] = .known(form)
        return form
    }
}
