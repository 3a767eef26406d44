package import Messaging
package import Sealing
import Threading

/// The key of `--seal-key`, and whether its file still holds it: what is lost shows in the health before somebody starts
/// a service anew and quotes are refused.
package final class SealKey: Sendable {
    package let key: SealingKey
    private let path: String
    private let note = Locked<String?>(nil)

    /// Makes the file when it is absent.
    package init(file path: String, health: Health) throws(KeyFileError) {
        self.path = path
        key = try SealingKey(file: path)
        health.addNotes { [note] in note.withLock { $0 }.map { [$0] } ?? [] }
    }

    /// Looks at the file; to be called now and then.
    package func look() {
        let problem = problem
        note.withLock { $0 = problem }
    }

    private var problem: String? {
        do throws(KeyFileError) {
            switch try key.presence(in: path) {
            case .there: return nil
            case .gone:
                return
                    "there is no seal key in \(path) any more: put it back; pricing and checkout started anew without it "
                    + "refuse quotes that were locked before"
            case .replaced:
                return
                    "\(path) holds another seal key than the one that is used: put the old one back, or start both "
                    + "pricing and checkout anew"
            }
        } catch {
            return error.description
        }
    }
}
