import Contracts

extension SearchIndex {
    /// Answers one search.
    ///
    /// A search that goes on behind a position stays with the kind of hits it began with, though meanwhile
    /// something may match exactly.
    package func search(
        _ query: SearchQuery, phrases: some PhraseIndex
    ) throws -> IndexPage {
        if query.words.isEmpty {
            let all = entries.indices.map { Hit(slot: $0, standing: .best, isRough: false) }
            return page(of: filtered(all, query), query, isSimilar: false)
        }
        if query.after?.isSimilar != true {
            let places = try WordPlaces(query.words, self, phrases)
            let found = try exactHits(query, places, phrases)
            if !found.isEmpty || query.after != nil {
                let hits = try refined(filtered(found, query), query, places, phrases)
                return page(of: hits, query, isSimilar: false)
            }
        }
        return page(of: filtered(try similarHits(query.words, phrases), query), query, isSimilar: true)
    }

    private func exactHits(
        _ query: SearchQuery, _ places: WordPlaces, _ phrases: some PhraseIndex
    ) throws -> [Hit] {
        let long = query.words.longPhrases
        let candidates = long.isEmpty ? Array(entries.indices) : try phrases.slots(holding: long)
        return candidates.compactMap { slot in
            entry(at: slot).flatMap { places.hit(slot, $0) }
        }
    }

    /// Looks into the descriptions where the order of this page depends on them.
    private func refined(
        _ hits: [Hit], _ query: SearchQuery, _ places: WordPlaces, _ phrases: some PhraseIndex
    ) throws -> [Hit] {
        guard query.order == .relevance, hits.contains(where: \.isRough) else { return hits }
        let first = firstHits(of: hits.filter { !$0.isRough }, query)
        // What stands in a description comes behind all that stands in names and categories.
        if first.count > query.limit, !first.contains(where: { $0.standing.place == .description }) {
            return hits
        }
        return try hits.map { hit in
            guard hit.isRough, let entry = entry(at: hit.slot) else { return hit }
            return places.hit(hit.slot, entry, description: try phrases.description(at: hit.slot)) ?? hit
        }
    }

    private func firstHits(of hits: [Hit], _ query: SearchQuery) -> [Hit] {
        var selection = PageSelection(self, query)
        for hit in hits { selection.offer(hit) }
        return selection.hits
    }

    private func filtered(_ hits: [Hit], _ query: SearchQuery) -> [Hit] {
        let filter = SearchFilter(query, self)
        return hits.filter { hit in entry(at: hit.slot).map(filter.passes) ?? false }
    }

    private func page(of hits: [Hit], _ query: SearchQuery, isSimilar: Bool) -> IndexPage {
        var tally = FacetTally(self)
        var selection = PageSelection(self, query)
        for hit in hits {
            guard let entry = entry(at: hit.slot) else { continue }
            tally.add(entry)
            selection.offer(hit)
        }
        let shown = selection.hits.prefix(query.limit)
        let hasMore = selection.hits.count > shown.count
        return IndexPage(
            items: shown.map { hit in
                .init(
                    slot: hit.slot, match: isSimilar ? .similar : hit.standing.match,
                    selling: entry(at: hit.slot)?.selling ?? Selling())
            },
            facets: tally.facets(self),
            total: hits.count,
            next: hasMore ? shown.last.flatMap { selection.position(of: $0, isSimilar: isSimilar) } : nil)
    }
}

extension [SearchWord] {
    /// What the phrase index can answer for.
    fileprivate var longPhrases: [Phrase] {
        filter { !$0.isShort }.map { Phrase(text: $0.text, field: .any) }
    }
}
