import Threading

/// The connections of one bound socket, and which of them must go when there are too many. A pure value.
///
/// Those that have not shaken hands have an eighth of the places, and push out one another, the oldest first: so
/// whoever knocks and says nothing keeps nobody out. Of the others the one goes that has been silent for the longest, as
/// far as a sample shows: to look at all of them each time would take too long.
struct ConnectionTable {
    private struct Entry {
        /// Tells it from a later one with the same descriptor.
        let number: UInt64
        /// Nil when it had ended before it was looked at.
        let peer: PeerConnection?
    }

    /// A place in line, void when the connection has ended.
    private struct Place {
        let descriptor: Int32
        let number: UInt64
    }

    let most: Int
    private var entries: [Int32: Entry] = [:]
    private var greeting = Fifo<Place>()
    /// Those that were not looked at for the longest come first.
    private var served = Fifo<Place>()
    private var nextNumber: UInt64 = 0
    /// Taken out, and still holding a descriptor as far as is known.
    private var leaving: Set<Int32> = []

    private static let sample = 16

    init(most: Int) { self.most = most }

    var count: Int { entries.count }
    private var mostGreeting: Int { max(2, min(128, most / 8)) }

    mutating func accepted(_ descriptor: Int32, _ peer: PeerConnection?) {
        entries[descriptor] = Entry(number: nextNumber, peer: peer)
        greeting.append(Place(descriptor: descriptor, number: nextNumber))
        nextNumber += 1
    }

    /// libzmq has given the descriptor back, also that of a connection that was too many.
    ///
    /// - Returns: whose it was, unless it was too many.
    @discardableResult
    mutating func ended(_ descriptor: Int32) -> PeerConnection? {
        leaving.remove(descriptor) == nil ? entries.removeValue(forKey: descriptor)?.peer : nil
    }

    /// The connections that are too many now, which count as ended.
    ///
    /// - Parameters:
    ///   - isOutOfDescriptors: whether some must go within the limit as well, unless others are about to.
    ///   - activity: what the system knows of a connection; nil when it has ended.
    mutating func takeExcess(
        isOutOfDescriptors: Bool = false, activity: (PeerConnection) -> PeerActivity?
    ) -> [PeerConnection] {
        let mustGo = isOutOfDescriptors && leaving.isEmpty ? max(1, count / 16) : 0
        let allowed = min(most, count - mustGo)
        guard count > allowed else { return [] }
        moveThoseThatHaveShakenHands(activity)
        var taken: [PeerConnection] = []
        var silent = greeting.count - mostGreeting
        while count > allowed, silent > 0, let place = greeting.popFirst() {
            silent -= 1
            if let peer = remove(place) { taken.append(peer) }
        }
        while count > allowed, let place = idlest(activity) {
            if let peer = remove(place) { taken.append(peer) }
        }
        return taken
    }

    private func entry(_ place: Place) -> Entry? {
        entries[place.descriptor].flatMap { $0.number == place.number ? $0 : nil }
    }

    private mutating func remove(_ place: Place) -> PeerConnection? {
        guard let entry = entry(place) else { return nil }
        entries[place.descriptor] = nil
        leaving.insert(place.descriptor)
        return entry.peer
    }

    private mutating func moveThoseThatHaveShakenHands(_ activity: (PeerConnection) -> PeerActivity?) {
        for _ in 0..<greeting.count {
            guard let place = greeting.popFirst() else { return }
            // One that has ended is told of soon.
            guard let peer = entry(place)?.peer, let seen = activity(peer) else { continue }
            if seen.hasShakenHands { served.append(place) } else { greeting.append(place) }
        }
    }

    private mutating func idlest(_ activity: (PeerConnection) -> PeerActivity?) -> Place? {
        var best: (place: Place, idle: Int)?
        var looks = 0
        while looks < Self.sample, let place = served.popFirst() {
            guard let peer = entry(place)?.peer, let seen = activity(peer) else { continue }
            looks += 1
            guard let other = best else {
                best = (place, seen.idleMilliseconds)
                continue
            }
            let isIdler = seen.idleMilliseconds > other.idle
            served.append(isIdler ? other.place : place)
            if isIdler { best = (place, seen.idleMilliseconds) }
        }
        return best?.place
    }
}
