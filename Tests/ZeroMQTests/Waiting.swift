import ZeroMQ

/// What the tests wait with: polls with a deadline, never sleeps.
struct TimedOut: Error {}

func waitUntil(withinMilliseconds milliseconds: Int = 5000, _ isTrue: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    let pause = PollSet()
    while try !isTrue() {
        guard ContinuousClock.now < deadline else { throw TimedOut() }
        _ = try pause.wait(timeoutMilliseconds: 1)
    }
}

func message(
    from socket: some ReceivingSocket, withinMilliseconds milliseconds: Int = 5000
) throws -> [[UInt8]] {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    let poll = PollSet()
    try poll.append(socket, .readable)
    while ContinuousClock.now < deadline {
        if let frames = try socket.receive() { return frames }
        _ = try poll.wait(timeoutMilliseconds: 20)
    }
    throw TimedOut()
}

func event(
    from monitor: Monitor, withinMilliseconds milliseconds: Int = 5000,
    where matches: (MonitorEvent.Kind) -> Bool
) throws -> MonitorEvent {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    let poll = PollSet()
    try poll.append(monitor.socket, .readable)
    while ContinuousClock.now < deadline {
        while let event = try monitor.receive() {
            if matches(event.kind) { return event }
        }
        _ = try poll.wait(timeoutMilliseconds: 20)
    }
    throw TimedOut()
}

/// Sends as soon as there is a connection with room.
func send(
    _ frames: [[UInt8]], on socket: some SendingSocket, withinMilliseconds milliseconds: Int = 5000
) throws {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    let poll = PollSet()
    try poll.append(socket, .writable)
    while ContinuousClock.now < deadline {
        if try socket.send(frames) == .sent { return }
        _ = try poll.wait(timeoutMilliseconds: 20)
    }
    throw TimedOut()
}

extension Socket {
    /// Listens on a free loopback port and tells the endpoint.
    func bindAnywhere() throws -> String {
        try bind("tcp://127.0.0.1:*")
        return try lastEndpoint
    }
}
