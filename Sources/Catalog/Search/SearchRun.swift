import Contracts

extension SearchIndex {
    /// The index for a search that others may change the original beside; what only changes need is left out.
    package var snapshot: SearchIndex {
        var copy = self
        copy.forgetUpkeep()
        return copy
    }

    /// Answers one search, in slices of `work`: the index must be a snapshot when others change it meanwhile.
    ///
    /// A search that goes on behind a position stays with the kind of hits it began with, though meanwhile
    /// something may match exactly.
    nonisolated(nonsending) package func search(
        _ query: SearchQuery, phrases: some PhraseIndex, work: SearchWork = SearchWork()
    ) async throws -> IndexPage {
        let filter = SearchFilter(query, self)
        if query.after?.isSimilar != true {
            let places = WordPlaces(query.words, self, phrases, work)
            let found = try await found(query.words, places, phrases, filter, work)
            if found.isAnything || query.after != nil || query.words.isEmpty {
                let hits = try await refined(found.hits, query, places, work)
                return try await page(of: hits, query, work, isSimilar: false)
            }
        }
        let similar = try await similarHits(query.words, phrases, filter, work)
        return try await page(of: similar, query, work, isSimilar: true)
    }

    /// The products that have all of the words and pass a filter.
    nonisolated(nonsending) func found<Phrases: PhraseIndex>(
        _ words: [SearchWord], _ places: WordPlaces<Phrases>, _ phrases: Phrases, _ filter: SearchFilter?,
        _ work: SearchWork
    ) async throws -> FoundHits {
        let long = words.longPhrases
        let candidates = long.isEmpty ? Array(entries.indices) : try phrases.slots(holding: long)
        var found = FoundHits()
        for slot in candidates {
            if work.isPauseDue { try await work.pause() }
            guard work.hasMore() else { break }
            guard let entry = entry(at: slot), let hit = try places.hit(slot, entry) else { continue }
            found.isAnything = true
            if filter?.passes(entry, work) ?? true { found.hits.append(hit) }
        }
        return found
    }

    /// Looks into the descriptions where the order of this page depends on them.
    nonisolated(nonsending) private func refined<Phrases: PhraseIndex>(
        _ hits: [Hit], _ query: SearchQuery, _ places: WordPlaces<Phrases>, _ work: SearchWork
    ) async throws -> [Hit] {
        guard query.order == .relevance, hits.contains(where: \.isRough) else { return hits }
        let first = try await firstHits(of: hits.filter { !$0.isRough }, query, work)
        // What stands in a description comes behind all that stands in names and categories.
        if first.count > query.limit, !first.contains(where: { $0.standing.place == .description }) {
            return hits
        }
        var refined = hits
        for place in hits.indices where hits[place].isRough {
            if work.isPauseDue { try await work.pause() }
            guard work.hasMore() else { break }
            let slot = hits[place].slot
            guard let entry = entry(at: slot) else { continue }
            let description = try places.description(at: slot)
            refined[place] = try places.hit(slot, entry, description: description) ?? hits[place]
        }
        return refined
    }

    nonisolated(nonsending) private func firstHits(
        of hits: [Hit], _ query: SearchQuery, _ work: SearchWork
    ) async throws -> [Hit] {
        var selection = PageSelection(self, query)
        for hit in hits {
            if work.isPauseDue { try await work.pause() }
            work.spend(selection.offer(hit))
        }
        return selection.hits
    }

    /// The page and the facets of all hits: what was found is told, whatever it cost.
    nonisolated(nonsending) private func page(
        of hits: [Hit], _ query: SearchQuery, _ work: SearchWork, isSimilar: Bool
    ) async throws -> IndexPage {
        var tally = FacetTally(self)
        var selection = PageSelection(self, query)
        for hit in hits {
            if work.isPauseDue { try await work.pause() }
            guard let entry = entry(at: hit.slot) else { continue }
            tally.add(entry)
            work.spend(entry.tags.count + selection.offer(hit))
        }
        let shown = selection.hits.prefix(query.limit)
        let hasMore = selection.hits.count > shown.count
        return IndexPage(
            items: shown.compactMap { item(of: $0, isSimilar: isSimilar) }, facets: tally.facets(self),
            total: hits.count,
            next: hasMore ? shown.last.flatMap { selection.position(of: $0, isSimilar: isSimilar) } : nil,
            isCutShort: work.isCutShort)
    }

    private func item(of hit: Hit, isSimilar: Bool) -> IndexPage.Item? {
        entry(at: hit.slot).map { entry in
            .init(
                slot: hit.slot, sku: entry.sku, match: isSimilar ? .similar : hit.standing.match,
                selling: entry.selling ?? Selling())
        }
    }
}

extension [SearchWord] {
    /// What the phrase index can answer for.
    fileprivate var longPhrases: [Phrase] {
        filter { !$0.isShort }.map { $0.phrase(in: .any) }
    }
}
