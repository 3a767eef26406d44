#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One client's connection and the one made for it to the server.
struct ProxyConnection {
    enum Direction {
        case toServer, toClient
    }

    /// What became of it in one turn.
    enum Fate {
        case open
        /// Both sides have said their last.
        case ended
        /// One side broke off: so does the other.
        case broken
    }

    let client: TCPDescriptor
    let server: TCPDescriptor
    private var toServer = DelayLine()
    private var toClient = DelayLine()
    private var hasLostBytes = false
    /// Directions whose last word was passed on.
    private var toServerIsOver = false
    private var toClientIsOver = false

    init(client: TCPDescriptor, server: TCPDescriptor) {
        self.client = client
        self.server = server
    }

    // MARK: What it waits for

    /// What to poll the client's and the server's descriptor for.
    func interest(nowNanoseconds now: UInt64, _ faults: LineFaults) -> (client: Int16, server: Int16) {
        let limit = faults.bytesPerSecond
        let reading = Int16(POLLIN)
        let writing = Int16(POLLOUT)
        let mayRead = limit != 0 || isSwallowing(faults)
        var client: Int16 = 0
        var server: Int16 = 0
        if mayRead, !toServer.hasEnded, !toServer.isFull { client |= reading }
        if mayRead, !toClient.hasEnded, !toClient.isFull { server |= reading }
        if toServer.next(nowNanoseconds: now, bytesPerSecond: limit) != nil { server |= writing }
        if toClient.next(nowNanoseconds: now, bytesPerSecond: limit) != nil { client |= writing }
        return (client, server)
    }

    func dueNanoseconds(_ faults: LineFaults) -> UInt64? {
        [toServer, toClient].compactMap { $0.dueNanoseconds(bytesPerSecond: faults.bytesPerSecond) }.min()
    }

    private func isSwallowing(_ faults: LineFaults) -> Bool { faults.isSilent || hasLostBytes }

    // MARK: A turn

    /// Reads what came and writes what is due.
    mutating func pump(
        nowNanoseconds now: UInt64, _ faults: LineFaults, _ counts: inout LineCounts, _ buffer: inout [UInt8],
        readsClient: Bool, readsServer: Bool
    ) -> Fate {
        var isBroken = false
        if readsClient { isBroken = !read(client, .toServer, now, faults, &counts, &buffer) }
        if readsServer { isBroken = !read(server, .toClient, now, faults, &counts, &buffer) || isBroken }
        // A silent line tells nobody that the other side is gone.
        if isSwallowing(faults) { return toServer.hasEnded && toClient.hasEnded ? .ended : .open }
        if isBroken { return .broken }
        guard write(.toServer, now, faults, &counts), write(.toClient, now, faults, &counts) else {
            return .broken
        }
        passLastWords()
        return toServerIsOver && toClientIsOver ? .ended : .open
    }

    /// False when the sender broke off.
    private mutating func read(
        _ source: TCPDescriptor, _ direction: Direction, _ now: UInt64, _ faults: LineFaults,
        _ counts: inout LineCounts, _ buffer: inout [UInt8]
    ) -> Bool {
        switch source.receive(into: &buffer) {
        case .bytes(let count):
            take(buffer[..<count], direction, now, faults, &counts)
            return true
        case .wouldBlock: return true
        case .failed where !isSwallowing(faults): return false
        case .ended, .failed:
            change(direction) { $0.end() }
            return true
        }
    }

    private mutating func take(
        _ bytes: ArraySlice<UInt8>, _ direction: Direction, _ now: UInt64, _ faults: LineFaults,
        _ counts: inout LineCounts
    ) {
        if isSwallowing(faults) {
            hasLostBytes = true
            counts.bytesSwallowed += bytes.count
            toServer.removeAll()
            toClient.removeAll()
            return
        }
        let delay =
            direction == .toServer ? faults.delayToServerMilliseconds : faults.delayToClientMilliseconds
        change(direction) { $0.append(bytes, due: now + UInt64(delay) * 1_000_000) }
    }

    /// False when the receiver broke off.
    private mutating func write(
        _ direction: Direction, _ now: UInt64, _ faults: LineFaults, _ counts: inout LineCounts
    ) -> Bool {
        let target = direction == .toServer ? server : client
        let limit = faults.bytesPerSecond
        while let bytes = line(direction).next(nowNanoseconds: now, bytesPerSecond: limit) {
            switch target.send(bytes) {
            case .bytes(let sent):
                change(direction) { $0.removeFirst(sent, nowNanoseconds: now, bytesPerSecond: limit) }
                counts.add(sent, direction)
            case .wouldBlock: return true
            case .ended, .failed: return false
            }
        }
        return true
    }

    private mutating func passLastWords() {
        if toServer.isDone, !toServerIsOver {
            server.endSending()
            toServerIsOver = true
        }
        if toClient.isDone, !toClientIsOver {
            client.endSending()
            toClientIsOver = true
        }
    }

    private func line(_ direction: Direction) -> DelayLine { direction == .toServer ? toServer : toClient }

    private mutating func change(_ direction: Direction, _ body: (inout DelayLine) -> Void) {
        if direction == .toServer { body(&toServer) } else { body(&toClient) }
    }
}
