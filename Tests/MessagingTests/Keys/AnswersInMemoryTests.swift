import Testing
import Threading
import WireProtocol

@testable import Messaging

private struct Asking: Request {
    static let method = "shop.ask"
    static let repetition = Repetition.keyed
    typealias Reply = Empty

    var what = ""
}

@Suite struct AnswersInMemoryTests {
    private let seconds = Locked<UInt64>(1000)

    private func answers(most: Int = 1000, bytes: Int = 1 << 20, kept: Int = 60) -> AnswersInMemory {
        AnswersInMemory(mostAnswers: most, mostBytes: bytes, keptSeconds: kept) { [seconds] in
            seconds.withLock { $0 } * 1_000_000_000
        }
    }

    private func key(_ key: String, _ what: String = "") throws -> ChangeKey {
        try ChangeKey(
            Asking(what: what),
            CallContext(method: Asking.method, key: key, now: Timestamp(milliseconds: 0)))
    }

    private func kept(_ keys: String, in answers: AnswersInMemory) throws -> String {
        String(try keys.filter { try answers.answer(for: key(String($0))) != nil })
    }

    @Test func `an answer is given for its key and request alone`() throws {
        let answers = answers()
        answers.keep([7], for: try key("a", "tea"))
        #expect(try answers.answer(for: key("a", "tea")) == [7])
        #expect(try answers.answer(for: key("b", "tea")) == nil)
        #expect(throws: Fault.idempotencyConflict) { try answers.answer(for: key("a", "coffee")) }
    }

    @Test func `beyond the most answers the oldest are forgotten`() throws {
        let answers = answers(most: 2)
        for name in "abc" { answers.keep([1], for: try key(String(name))) }
        #expect(try kept("abc", in: answers) == "bc")
        #expect(answers.count == 2)
    }

    @Test func `beyond the most bytes the oldest are forgotten, and one that is too long at once`() throws {
        let answers = answers(bytes: 1000)
        for name in "abc" { answers.keep([UInt8](repeating: 1, count: 400), for: try key(String(name))) }
        #expect(try kept("abc", in: answers) == "bc")
        answers.keep([UInt8](repeating: 1, count: 1001), for: try key("d"))
        #expect(answers.count == 0)
        answers.keep([1], for: try key("e", String(repeating: "x", count: 1000)))
        #expect(answers.count == 0)
        answers.keep([1], for: try key("f"))
        #expect(try kept("abcdef", in: answers) == "f")
    }

    @Test func `what is too old is forgotten, and its key begins anew`() throws {
        let answers = answers(kept: 60)
        answers.keep([1], for: try key("a"))
        seconds.withLock { $0 += 59 }
        answers.keep([2], for: try key("b"))
        #expect(try kept("ab", in: answers) == "ab")
        seconds.withLock { $0 += 1 }
        #expect(try kept("ab", in: answers) == "b")
        answers.keep([3], for: try key("a", "other"))
        seconds.withLock { $0 += 59 }
        #expect(try answers.answer(for: key("a", "other")) == [3])
        #expect(answers.count == 1)
    }
}
