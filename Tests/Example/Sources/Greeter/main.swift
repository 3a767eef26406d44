import Greetings
import Messaging
import WireProtocol

let settings = Service.Settings(
    name: "greeter", version: "1", calls: try Endpoint("tcp://127.0.0.1:7190"),
    events: try Endpoint("tcp://127.0.0.1:7191"))

// Until SIGTERM or Ctrl-C: what is at work then is answered, and the exit code is 0.
Service.run(settings) { service in
    service.handlers.on(Greet.self) { request, _ in
        guard !request.name.isEmpty else {
            throw Fault(.invalidArgument, code: "nameless", message: "whom shall I greet?")
        }
        return Greet.Reply(greeting: "Hello, \(request.name)!")
    }

    // A change: sent twice with one key, it is made once.
    let book = GuestBook(service.publisher.memoryStream("guests"))
    service.handlers.on(Sign.self, answersKept: .by(KeptAnswers())) { request, _ in
        Sign.Reply(line: try await book.add(request.name))
    }
}
