import Greetings
import Messaging

/// Who signed, in order; each line is told as an event.
actor GuestBook {
    private var lines: [StreamEntry] = []
    private let stream: MemoryStream

    init(_ stream: MemoryStream) {
        self.stream = stream
        stream.answerSnapshots { try await self.snapshot() }
    }

    /// - Returns: the number of the line, from 1.
    func add(_ name: String) throws -> Int {
        let line = try StreamEntry(
            type: "guest.signed", key: "\(lines.count + 1)", time: SystemTime().now(), Guest(name: name))
        // First the state, then the event: a snapshot holds every change up to its number.
        lines.append(line)
        stream.publish(line)
        return lines.count
    }

    /// What a newcomer begins with.
    private func snapshot() throws -> StreamSnapshot {
        StreamSnapshot(lines, at: stream.position.sequence)
    }
}
