/// How much one search has done, counted in letters looked at: no text and no products make it endless.
///
/// It is done in slices, between which others have their turn and it is seen whether anybody still waits.
package final class SearchWork {
    /// Some tenths of a second; few searches of 100,000 products need a third of it.
    package static let usualLimit = 200_000_000
    /// A few milliseconds.
    private static let slice = 2_000_000

    private let limit: Int
    private let isWanted: () throws -> Void
    private(set) var spent = 0
    private var pauseAt = SearchWork.slice
    /// Whether something was left undone, since the limit was reached.
    private(set) var isCutShort = false

    /// - Parameter isWanted: asked between slices; what it throws is why the search ends.
    package init(limit: Int = usualLimit, isWanted: @escaping () throws -> Void = {}) {
        self.limit = limit
        self.isWanted = isWanted
    }

    func spend(_ letters: Int) { spent += letters }

    /// Whether more may be done. Who asks in vain leaves something undone.
    func hasMore() -> Bool {
        if spent >= limit { isCutShort = true }
        return spent < limit
    }

    var isPauseDue: Bool { spent >= pauseAt }

    nonisolated(nonsending) func pause() async throws {
        try isWanted()
        await Task.yield()
        pauseAt = spent + Self.slice
    }
}
