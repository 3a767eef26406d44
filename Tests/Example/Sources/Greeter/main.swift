import Messaging
import WireProtocol

// The service: a method table, and a responder that answers from it.
let counters = Counters()
var handlers = Handlers()
handlers.on(Greet.self) { request, _ in
    guard !request.name.isEmpty else {
        throw Fault(.invalidArgument, code: "nameless", message: "whom shall I greet?")
    }
    return Greet.Reply(greeting: "Hello, \(request.name)!")
}
// A change: sent twice with one key, it is made once.
let book = GuestBook()
handlers.on(Sign.self, answersKept: .by(KeptAnswers())) { request, _ in
    Sign.Reply(line: await book.add(request.name))
}
BuiltIns(name: "greeter", version: "1", instance: "one", health: Health(), counters: counters).add(
    to: &handlers)
let reactor = try Reactor()
let responder = Responder(
    reactor: reactor, settings: ResponderSettings(endpoint: try Endpoint("tcp://127.0.0.1:7190")),
    handlers: handlers, instance: "one", counters: counters)
let endpoint = try await responder.bind()

// The client, which would be another process; any plain ZeroMQ socket would do as well.
let caller = Caller(try CallerSettings(service: "greeter", endpoints: endpoint), reactor: reactor)
print(try await caller.call(Greet(name: "Ada")).greeting)
do {
    _ = try await caller.call(Greet(name: ""))
} catch {
    print("refused: \(error)")
}
for key in ["ada-1", "ada-1", "ada-2"] {
    print("line", try await caller.call(Sign(name: "Ada"), key: key).line)
}
await responder.drain()
await reactor.end()
