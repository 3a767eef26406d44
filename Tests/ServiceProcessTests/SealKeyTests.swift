import FoundationEssentials
import Messaging
import ServiceProcess
import Testing

@Suite struct SealKeyTests {
    @Test func `a seal key that is lost, or not the one in use, shows in the health`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (path, aside) = (folder + "/seal.key", folder + "/aside")
        let health = Health()
        let key = try SealKey(file: path, health: health)
        key.look()
        #expect(health.notes == [])

        try FileManager.default.moveItem(atPath: path, toPath: aside)
        key.look()
        #expect(
            health.notes.count == 1 && health.notes[0].contains("no seal key in \(path)"), "\(health.notes)")
        #expect(health.isServing, "what was locked can be opened still")

        _ = try SealKey(file: path, health: Health())
        key.look()
        #expect(health.notes.count == 1 && health.notes[0].contains("another seal key"), "\(health.notes)")

        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: aside, toPath: path)
        key.look()
        #expect(health.notes == [])
    }
}
