import Synchronization

/// How many bytes of large replies libzmq holds for each peer.
///
/// Its high-water mark counts messages, so a peer that asks for megabytes and reads nothing could fill the memory
/// with them. Small replies are not counted: the high-water mark bounds those.
final class OwedBytes {
    /// What one peer is owed. Counted down by libzmq's own threads.
    private final class Debt: Sendable {
        let bytes = Atomic(0)
    }

    private var debts: [[UInt8]: Debt] = [:]
    private let total = Debt()
    private let mostPerPeer: Int
    private let most: Int

    /// - Parameters:
    ///   - mostPerPeer: what one peer may be owed in bytes; a sixteenth of it when all are owed much.
    ///   - most: what all peers together may be owed.
    init(mostPerPeer: Int, most: Int) {
        self.mostPerPeer = mostPerPeer
        self.most = most
    }

    /// Of all peers.
    var bytes: Int { total.bytes.load(ordering: .relaxed) }

    func bytes(to peer: [UInt8]) -> Int { debts[peer]?.bytes.load(ordering: .relaxed) ?? 0 }

    /// Whether the peer may be sent so much more now. One reply always may, however large: whether there is room for it
    /// at all was asked before it came here.
    func hasRoom(for count: Int, peer: [UInt8]) -> Bool {
        let owed = bytes(to: peer)
        let isPlenty = bytes + count > most / 2
        return owed == 0 || owed + count <= (isPlenty ? mostPerPeer / 16 : mostPerPeer)
    }

    /// Counts a reply.
    ///
    /// - Returns: what must be called when libzmq holds it no more.
    func owe(_ count: Int, to peer: [UInt8]) -> @Sendable () -> Void {
        forgetSettled()
        let (debt, total) = (debts[peer] ?? Debt(), total)
        debts[peer] = debt
        for each in [debt, total] { each.bytes.add(count, ordering: .relaxed) }
        return { for each in [debt, total] { each.bytes.subtract(count, ordering: .relaxed) } }
    }

    /// Peers come and go, and nobody tells when.
    private func forgetSettled() {
        guard debts.count >= sweepAt else { return }
        debts = debts.filter { $0.value.bytes.load(ordering: .relaxed) > 0 }
        sweepAt = max(64, 2 * debts.count)
    }

    private var sweepAt = 64
}
