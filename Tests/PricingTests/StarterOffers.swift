import Contracts
import FoundationEssentials
import WireProtocol

/// The offers of the starter shop, as `deploy/up` loads them.
enum StarterOffers {
    static func load() throws -> PutOffers {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "deploy/data/offers.json"))
        return try WireCoding().decode(from: [UInt8](data))
    }
}
