import FoundationEssentials
import SQLite
import SQLiteStores
import Synchronization
import Testing
import WireProtocol

/// Whether a store has told that it takes no changes, and what it said.
private final class Told: WriteObserver {
    private let all = Mutex<[SQLiteError]>([])
    var last: SQLiteError? { all.withLock { $0.last } }
    func writeFailed(_ error: SQLiteError) { all.withLock { $0.append(error) } }
    func writesRecovered() { all.withLock { $0 = [] } }
}

/// What became of a damaged database.
private enum Outcome: String, CaseIterable {
    /// Every answer was the undamaged one, and changes were taken.
    case whole = "served whole"
    /// Every answer was the undamaged one, and changes were refused: the damage is where nobody had asked.
    case wholeButRefusing = "served whole, refused changes"
    case inPart = "served in part, faults for the rest"
    case refused = "refused at the start"
}

/// Nothing serves wrong data, whatever happened to its files while it was not running.
@Suite(.timeLimit(.minutes(10))) struct DamagedDatabasesTests {
    private struct Case {
        let damage: Damage
        let place: Damage.Place
        let isClosed: Bool
        let seed: Int
    }

    /// More of what can happen at many places than of what happens to a file as a whole.
    private static let cases: [Case] = {
        var cases: [Case] = []
        for place in Damage.Place.allCases {
            for damage in Damage.allCases {
                let isAnywhere = [.flippedBit, .zeroedHalfPage, .oldHalfPage, .cutTail].contains(damage)
                for isClosed in [true, false] {
                    // Where no log is, another can only be put.
                    if place == .log, isClosed, ![.older, .others].contains(damage) { continue }
                    // Without a guard file a database is a copy that was put back.
                    if place == .guardFile, [.gone, .emptied].contains(damage) { continue }
                    for seed in 0..<(isAnywhere ? 15 : 3) {
                        cases.append(Case(damage: damage, place: place, isClosed: isClosed, seed: seed))
                    }
                }
            }
        }
        return cases
    }()

    @Test func `of hundreds of damaged databases none serves wrong data`() async throws {
        var copies: [StoreCopies] = []
        for kind in AnyStore.allCases { copies.append(try await StoreCopies(kind)) }
        var right: [[Attempt<String>]] = []
        for copy in copies { right.append(try await answers(of: copy)) }
        var outcomes: [String: [Outcome: Int]] = [:]
        for (number, one) in Self.cases.enumerated() {
            let index = number % copies.count
            let outcome = try await outcome(
                of: one, copies[index], others: copies[(index + 1) % copies.count], right[index])
            outcomes["\(one.place.rawValue): \(one.damage.rawValue)", default: [:]][outcome, default: 0] += 1
        }
        #expect(Self.cases.filter { $0.place != .guardFile }.count > 200)
        show(outcomes)
    }

    /// As a service leaves it that ended in good order: its process is gone, without more ado.
    @Test(arguments: AnyStore.allCases)
    func `a closed store is whole in its main file, and others that read it do no harm`(
        kind: AnyStore
    ) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/store.sqlite"
        try await kind.fill(path, part: 0)
        let told = Told()
        let store = try await kind.question(path, observer: told)
        try await store.change()
        let right = await store.answers()
        try await store.close()
        let files = try StoreCopies.Files(readingFrom: path)
        #expect(files.log == [])
        let ended = folder.path + "/ended.sqlite"
        try files.write(to: ended)
        do {
            let foreign = try Database(path: ended)
            #expect(try foreign.first("SELECT count(*) FROM sqlite_schema") { try $0.integer(0) } != 0)
            try foreign.backup(to: folder.path + "/copy.sqlite")
        }
        #expect(!FileManager.default.fileExists(atPath: ended + "-wal"))
        let again = try await kind.question(ended, observer: told)
        #expect(await again.answers().map(\.text) == right.map(\.text))
        try await again.change()
        #expect(told.last == nil)
    }

    /// The undamaged answers are the same after a kill as after an end.
    private func answers(of copies: StoreCopies) async throws -> [Attempt<String>] {
        var all: [[Attempt<String>]] = []
        for files in [copies.killed, copies.closed] {
            let folder = try TemporaryFolder()
            try files.write(to: folder.path + "/store.sqlite")
            let told = Told()
            let store = try await copies.kind.question(folder.path + "/store.sqlite", observer: told)
            all.append(await store.answers())
            try await store.change()
            #expect(told.last == nil)
        }
        #expect(all[0].map(\.text) == all[1].map(\.text))
        let known = all[0].filter { $0.answer != nil }
        #expect(known.count > 50, "\(copies.kind)")
        return all[0]
    }

    private func outcome(
        of one: Case, _ copies: StoreCopies, others: StoreCopies, _ right: [Attempt<String>]
    ) async throws -> Outcome {
        let folder = try TemporaryFolder()
        let path = folder.path + "/store.sqlite"
        var numbers = SeededNumbers(seed: one.seed)
        var files = one.isClosed ? copies.closed : copies.killed
        one.damage.happen(to: &files, one.place, from: copies, others: others, &numbers)
        try files.write(to: path)
        let told = Told()
        let store: QuestionedStore
        do { store = try await copies.kind.question(path, observer: told) } catch {
            let message = "\(error)"
            #expect(message.contains(path) && message.contains("restore a backup"), "\(one): \(message)")
            return .refused
        }
        let answers = await store.answers()
        let isWhole = zip(answers, right).allSatisfy { $0.text == $1.text }
        for (answer, right) in zip(answers, right) where answer.text != right.text {
            #expect(answer.code == "store_damaged", "\(one), \(copies.kind): \(answer), not \(right)")
        }
        let change = await Attempt { try await store.change() }
        if isWhole, change.code == nil { return .whole }
        #expect(change.code == "store_damaged", "\(one)")
        let reason = try #require(told.last, "\(one) was not told")
        #expect(reason.message.contains("restore a backup"), "\(reason)")
        #expect(reason.message.contains("(table ") || reason.message.contains("(free space"), "\(reason)")
        return isWhole ? .wholeButRefusing : .inPart
    }

    private func show(_ outcomes: [String: [Outcome: Int]]) {
        let width = outcomes.keys.map(\.count).max() ?? 0
        var lines = ["Damaged databases, and what became of them:"]
        for (name, counts) in outcomes.sorted(by: { $0.key < $1.key }) {
            let texts = Outcome.allCases.compactMap { outcome in
                counts[outcome].map { "\($0) \(outcome.rawValue)" }
            }
            let blanks = String(repeating: " ", count: width - name.count)
            lines.append("  \(name)\(blanks)  \(texts.joined(separator: "; "))")
        }
        print(lines.joined(separator: "\n"))
    }
}

extension Attempt<String> {
    /// To compare by.
    fileprivate var text: String { answer ?? "fault \(code ?? "")" }
}
