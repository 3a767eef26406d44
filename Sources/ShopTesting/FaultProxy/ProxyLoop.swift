import Threading
import ZeroMQ

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The thread of a fault proxy: every socket is its own, and is closed when it ends.
final class ProxyLoop {
    private let inbox: ProxyInbox
    private let port: Int
    private var upstreamPort: Int
    private var listener: TCPDescriptor?
    private var faults = LineFaults()
    private var counts = LineCounts()
    private var connections: [ProxyConnection] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var isStopping = false

    init(listener: TCPDescriptor, port: Int, upstreamPort: Int, inbox: ProxyInbox) {
        self.listener = listener
        self.port = port
        self.upstreamPort = upstreamPort
        self.inbox = inbox
    }

    // MARK: Steering

    func change(_ body: (inout LineFaults) -> Void) {
        body(&faults)
        if faults.refusesConnections {
            listener?.close()
            listener = nil
        } else if listener == nil {
            listener = try? TCPDescriptor.listening(port: port)
        }
    }

    func move(toPort port: Int) { upstreamPort = port }

    /// Ends every connection with a reset on both sides.
    func cut() {
        counts.connectionsCut += connections.count
        for connection in connections { reset(connection) }
        connections = []
    }

    func stop() { isStopping = true }

    var currentCounts: LineCounts {
        var counts = counts
        counts.connectionsOpen = connections.count
        return counts
    }

    // MARK: The loop

    func run() {
        while !isStopping {
            for command in inbox.take() { command(self) }
            if !isStopping { turn() }
        }
        for command in inbox.close() { command(self) }
        listener?.close()
        for connection in connections { close(connection) }
    }

    private func turn() {
        let asked = nowNanoseconds
        var polled = [pollfd(fd: inbox.wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
        polled.append(pollfd(fd: listener?.number ?? -1, events: Int16(POLLIN), revents: 0))
        for connection in connections {
            let interest = connection.interest(nowNanoseconds: asked, faults)
            polled.append(item(connection.client, interest.client))
            polled.append(item(connection.server, interest.server))
        }
        _ = poll(&polled, nfds_t(polled.count), pollTimeoutMilliseconds(asked))
        if polled[0].revents != 0 { inbox.wakeUp.drain() }
        pumpAll(polled)
        if polled[1].revents != 0 { acceptAll() }
    }

    /// Without interest the descriptor is left out: the system would tell of a hang-up for ever.
    private func item(_ descriptor: TCPDescriptor, _ events: Int16) -> pollfd {
        pollfd(fd: events == 0 ? -1 : descriptor.number, events: events, revents: 0)
    }

    private func pollTimeoutMilliseconds(_ now: UInt64) -> Int32 {
        let dues = connections.compactMap { $0.dueNanoseconds(faults) }.filter { $0 > now }
        guard let due = dues.min() else { return -1 }
        return Int32(clamping: (due - now + 999_999) / 1_000_000)
    }

    private func pumpAll(_ polled: [pollfd]) {
        let now = nowNanoseconds
        let readable = Int16(POLLIN | POLLHUP | POLLERR)
        var open: [ProxyConnection] = []
        for (index, connection) in connections.enumerated() {
            var connection = connection
            let fate = connection.pump(
                nowNanoseconds: now, faults, &counts, &buffer,
                readsClient: polled[2 + 2 * index].revents & readable != 0,
                readsServer: polled[3 + 2 * index].revents & readable != 0)
            switch fate {
            case .open: open.append(connection)
            case .ended: close(connection)
            case .broken: reset(connection)
            }
        }
        connections = open
    }

    private func acceptAll() {
        while let client = listener?.accept() {
            counts.connectionsAccepted += 1
            do throws(FaultProxyError) {
                let server = try TCPDescriptor.connecting(port: upstreamPort)
                connections.append(ProxyConnection(client: client, server: server))
            } catch {
                client.reset()
            }
        }
    }

    private func close(_ connection: ProxyConnection) {
        connection.client.close()
        connection.server.close()
    }

    private func reset(_ connection: ProxyConnection) {
        connection.client.reset()
        connection.server.reset()
    }

    private var nowNanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// Commands for the proxy's thread.
final class ProxyInbox: Sendable {
    typealias Command = @Sendable (ProxyLoop) -> Void

    let wakeUp: WakeUp
    /// Nil from the end on.
    private let commands = Locked<[Command]?>([])

    init() throws { wakeUp = try WakeUp() }

    /// False when the thread has ended: the command will never run.
    func append(_ command: @escaping Command) -> Bool {
        let isAccepted = commands.withLock { commands in
            commands?.append(command)
            return commands != nil
        }
        if isAccepted { wakeUp.signal() }
        return isAccepted
    }

    func take() -> [Command] {
        commands.withLock { commands in
            defer { if commands != nil { commands = [] } }
            return commands ?? []
        }
    }

    func close() -> [Command] {
        commands.withLock { commands in
            defer { commands = nil }
            return commands ?? []
        }
    }
}
