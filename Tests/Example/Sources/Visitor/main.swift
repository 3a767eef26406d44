import Greetings
import Messaging

let reactor = try Reactor()
let greeter = try Endpoint("tcp://127.0.0.1:7190")

// Calls. Any plain ZeroMQ socket would do as well.
let caller = Caller(CallerSettings(service: "greeter", endpoints: [greeter]), reactor: reactor)
print(try await caller.call(Greet(name: "Ada")).greeting)
do {
    _ = try await caller.call(Greet(name: ""))
} catch {
    print("refused: \(error)")
}
for key in ["ada-1", "ada-1", "ada-2"] {
    print("line", try await caller.call(Sign(name: "Ada"), key: key).line)
}

// Events: first the state, then each change as it comes.
let guests = Subscriber(
    SubscriberSettings(
        service: "greeter", endpoints: [greeter], streams: [StreamSelection("guests")]),
    reactor: reactor)
following: for await update in guests {
    switch update.change {
    case .reset: print("what was known is void")
    case .snapshot(let lines): for line in lines { print("there is", try line.decode(Guest.self).name) }
    case .current: _ = try await caller.call(Sign(name: "Bea"), key: "bea-1")
    case .event(let line):
        print("there comes", try line.decode(Guest.self).name)
        break following
    case .stale(let reason): print("may be out of date: \(reason)")
    }
}
guests.close()
await reactor.end()
