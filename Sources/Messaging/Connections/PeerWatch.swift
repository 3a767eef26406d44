/// Decides which connections of a bound socket are cut for the bytes that they make us hold. A pure value: samples come
/// from the system, time from the caller.
///
/// libzmq bounds messages, not bytes, and it reads the parts of a message that never ends as long as there is memory. So
/// somebody else has to look. How many there may be is another matter: see `ConnectionTable`.
struct PeerWatch: Sendable {
    /// Why a connection is cut.
    enum Reason: String, Sendable, CaseIterable {
        /// Others need its place.
        case crowded = "peers_cut_crowded"
        /// It reads nothing of what it is owed.
        case unread = "peers_cut_unread"
        /// It sends more than is read.
        case unending = "peers_cut_unending"
        /// It comes while so much that others have left is still to be read that nobody new is let in.
        case overrun = "peers_cut_overrun"
    }

    struct Verdict: Sendable, Hashable {
        let peer: PeerConnection
        let reason: Reason
    }

    private struct Peer {
        /// What of its bytes has been read as messages.
        var messageBytes: UInt64 = 0
        /// The same, and what is taken for read.
        var takenBytes: UInt64 = 0
        var messages: UInt64 = 0
        /// What libzmq was given for it.
        var givenBytes: UInt64 = 0
        var acknowledgedBytes: UInt64 = 0
        var progressNanoseconds: UInt64
        /// At the last look.
        var receivedBytes: UInt64 = 0
        var messagesThen: UInt64 = 0
        /// Frames and bytes of the messages that were read before the last look.
        var framesLately = 0
        var bytesLately = 0
        /// What was never read as messages, at least: the handshake.
        var leastUnread = UInt64.max
        var looksWithMessages = 0

        var waitingBytes: UInt64 { receivedBytes - min(receivedBytes, takenBytes) }

        /// What libzmq holds of them: each frame has 64 bytes of its own, and metadata of a handshake take more.
        var heldBytes: UInt64 {
            let perByte: UInt64 =
                messages == 0
                ? 16 : bytesLately == 0 ? 4 : 1 + UInt64(PeerWatch.frameBytes * framesLately / bytesLately)
            return waitingBytes * perByte
        }

        var handshakeBytes: UInt64 { looksWithMessages == PeerWatch.handshakeLooks ? leastUnread : 0 }
        var owedBytes: UInt64 { givenBytes - min(givenBytes, acknowledgedBytes) }
    }

    let limits: PeerLimits
    private var peers: [PeerConnection: Peer] = [:]
    private var lastNanoseconds: UInt64 = 0
    /// What libzmq holds of those that have gone, cut or by themselves, until it is read.
    private var leftBytes: UInt64 = 0
    /// Whether anything came between the last two looks, or somebody has come since.
    private(set) var isSomebodySending = false

    /// libzmq keeps the metadata of a handshake as long as the connection.
    private static let handshakeLooks = 10
    private static let mostHandshakeBytes = 64 << 10
    /// What one may have left that came and went between two looks.
    private static let unseenBytes: UInt64 = 256 << 10
    /// Of its own, for each frame, beside what it holds.
    private static let frameBytes = 64

    init(_ limits: PeerLimits) { self.limits = limits }

    mutating func accepted(_ peer: PeerConnection, nowNanoseconds now: UInt64) {
        peers[peer] = Peer(progressNanoseconds: now)
        isSomebodySending = true
    }

    /// What was read of a peer and given to it since the last time.
    mutating func note(_ traffic: PeerTraffic, of peer: PeerConnection) {
        peers[peer]?.takenBytes += UInt64(traffic.takenBytes)
        peers[peer]?.messageBytes += UInt64(traffic.takenBytes)
        peers[peer]?.messages += UInt64(traffic.messages)
        peers[peer]?.givenBytes += UInt64(traffic.givenBytes)
        peers[peer]?.framesLately = traffic.frames
        peers[peer]?.bytesLately = traffic.takenBytes
    }

    /// A peer is cut that was never watched; what it has sent is left behind.
    mutating func cutUnwatched(_ sample: ConnectionSample?) {
        var peer = Peer(progressNanoseconds: 0)
        peer.receivedBytes = sample?.receivedBytes ?? 0
        leftBytes += held(peer)
    }

    /// So much was read of those that have gone.
    mutating func noteOfLeft(_ traffic: PeerTraffic) {
        leftBytes -= min(leftBytes, UInt64(traffic.takenBytes + Self.frameBytes * traffic.frames))
    }

    /// What those that have gone left behind counts no more.
    mutating func forgetLeft() { leftBytes = 0 }

    /// Whether some have gone of whom not all is read, as far as is known.
    var isSomethingLeft: Bool { leftBytes > 0 }

    /// Whether nobody new is let in: whoever is cut and comes back at once would leave as much again.
    var isOverrun: Bool { leftBytes > UInt64(limits.mostWaitingBytes / 2) }

    /// Looks at every connection.
    ///
    /// - Parameters:
    ///   - isPressed: whether so much is owed that who does not read must go soon, from how many do not.
    ///   - isDrained: whether everything that had come whole at the last look has been read since.
    ///   - sample: nil for a connection that has ended; it is forgotten.
    mutating func review(
        nowNanoseconds now: UInt64, isPressed: (Int) -> Bool, isDrained: Bool,
        sample: (PeerConnection) -> ConnectionSample?
    ) -> [Verdict] {
        let seconds = Double(now - min(now, lastNanoseconds)) / 1e9
        lastNanoseconds = now
        isSomebodySending = false
        let forgiven = UInt64(seconds * Double(limits.forgivenBytesPerSecond))
        for (peer, known) in peers {
            let sample = sample(peer)
            guard let sample else {
                leftBytes += known.receivedBytes > 0 ? held(known) : Self.unseenBytes
                peers[peer] = nil
                continue
            }
            if sample.receivedBytes != known.receivedBytes { isSomebodySending = true }
            var looked = Self.updated(known, by: sample, isDrained: isDrained, now)
            // More may be noted for it than it has sent: a message of an earlier connection with its number.
            looked.takenBytes = min(looked.takenBytes + forgiven, looked.receivedBytes)
            peers[peer] = looked
        }
        if isDrained { leftBytes = 0 }
        var verdicts: [Verdict] = []
        func cut(_ peer: PeerConnection, _ reason: Reason) {
            if let known = peers[peer] { leftBytes += held(known) }
            peers[peer] = nil
            verdicts.append(Verdict(peer: peer, reason: reason))
        }
        for peer in unread(isPressed: isPressed, now) { cut(peer, .unread) }
        for peer in excessive(\.owedBytes, most: limits.mostOwedBytes) { cut(peer, .unread) }
        // Where everything that came whole has been read, what waits is a part of something.
        if isDrained || limits.forgivenBytesPerSecond > 0 {
            for peer in excessive(\.waitingBytes, most: .max, each: limits.mostUnfinishedBytes) {
                cut(peer, .unending)
            }
        }
        // Who is honest is not to pay for what others left: some is always allowed.
        let most = max(limits.mostWaitingBytes - Int(leftBytes), limits.mostWaitingBytes / 8)
        for peer in excessive(held, most: most) { cut(peer, .unending) }
        for peer in excessive(\.handshakeBytes, most: .max, each: Self.mostHandshakeBytes) {
            cut(peer, .unending)
        }
        return verdicts
    }

    /// What is held for it, where that is known.
    private func held(_ peer: Peer) -> UInt64 {
        limits.forgivenBytesPerSecond > 0 ? peer.waitingBytes : peer.heldBytes
    }

    private static func updated(
        _ peer: Peer, by sample: ConnectionSample, isDrained: Bool, _ now: UInt64
    ) -> Peer {
        var peer = peer
        if !sample.isOwed || sample.acknowledgedBytes != peer.acknowledgedBytes {
            peer.progressNanoseconds = now
        }
        peer.acknowledgedBytes = sample.acknowledgedBytes
        // Greetings, pings and the like are never read as messages: what came before the last look, and before a
        // message that was read since, waits no more.
        if isDrained, peer.messages > peer.messagesThen {
            if peer.receivedBytes > 0, peer.looksWithMessages < Self.handshakeLooks {
                peer.looksWithMessages += 1
                peer.leastUnread = min(
                    peer.leastUnread, peer.receivedBytes - min(peer.receivedBytes, peer.messageBytes))
            }
            peer.takenBytes = max(peer.takenBytes, peer.receivedBytes)
        }
        peer.messagesThen = peer.messages
        peer.receivedBytes = sample.receivedBytes
        return peer
    }

    private func unread(isPressed: (Int) -> Bool, _ now: UInt64) -> [PeerConnection] {
        func stalled(_ milliseconds: Int) -> [PeerConnection] {
            peers.filter { now - min(now, $0.value.progressNanoseconds) >= UInt64(milliseconds) * 1_000_000 }
                .map(\.key)
        }
        let soon = stalled(limits.pressedPatienceMilliseconds)
        if soon.isEmpty { return [] }
        return isPressed(soon.count) ? soon : stalled(limits.patienceMilliseconds)
    }

    /// Those with most of something, until the rest have no more of it than all may have together; and who has more than
    /// each may have.
    private func excessive(
        _ bytes: (Peer) -> UInt64, most: Int, each mostOfOne: Int = .max
    ) -> [PeerConnection] {
        var sum = peers.reduce(UInt64(0)) { $0 + bytes($1.value) }
        guard sum > min(most, mostOfOne) else { return [] }
        var excessive: [PeerConnection] = []
        for (peer, state) in peers.sorted(by: { bytes($0.value) > bytes($1.value) }) {
            guard sum > most || bytes(state) > mostOfOne else { break }
            sum -= bytes(state)
            excessive.append(peer)
        }
        return excessive
    }
}

/// What passed between us and one peer for a while.
struct PeerTraffic: Sendable, Equatable {
    /// Bytes on the wire of messages that were read.
    var takenBytes = 0
    var messages = 0
    var frames = 0
    /// Bytes that libzmq was given to send.
    var givenBytes = 0
}
