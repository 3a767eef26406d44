public import WireProtocol

/// `$sys.ping`: answered as long as the service's reactor runs.
public struct SystemPing: Request {
    public static let method = "$sys.ping"
    public static let largestBodyBytes = 1024

    public struct Reply: Codable, Sendable, Equatable {
        /// Which data it answers from; see `SystemInfo.Reply.store`.
        public var store: String?

        public init(store: String? = nil) { self.store = store }
    }

    public init() {}
}

/// `$sys.info`: who answers here, and what it offers.
public struct SystemInfo: Request {
    public static let method = "$sys.info"
    public static let largestBodyBytes = 1024

    public struct Reply: Codable, Sendable, Equatable {
        /// `pricing`
        public var name: String
        public var version: String
        /// Which replica; the same as the header's `inst`.
        public var instance: String
        public var role: ServiceRole
        public var methods: [String]
        public var streams: [String]
        /// The port of the events; the address is the one that this call used.
        public var eventsPort: Int?
        /// Which data it answers from: the same for all replicas that share theirs. Absent where a service keeps none.
        public var store: String?

        public init(
            name: String, version: String, instance: String, role: ServiceRole, methods: [String],
            streams: [String], eventsPort: Int?, store: String? = nil
        ) {
            self.name = name
            self.version = version
            self.instance = instance
            self.role = role
            self.methods = methods
            self.streams = streams
            self.eventsPort = eventsPort
            self.store = store
        }
    }

    public init() {}
}

/// Whether a replica may change what its service owns.
public enum ServiceRole: String, WireEnum {
    case owner, follower
}

/// `$sys.health`
public struct SystemHealth: Request {
    public static let method = "$sys.health"
    public static let largestBodyBytes = 1024

    public enum Status: String, WireEnum {
        case serving
        case notServing = "not_serving"
    }

    public struct Reply: Codable, Sendable, Equatable {
        public var status: Status
        /// Why not, when not.
        public var reasons: [String]
        /// What is not as usual though it serves, for people; absent when all is well.
        public var notes: [String]?

        public init(status: Status, reasons: [String], notes: [String]? = nil) {
            self.status = status
            self.reasons = reasons
            self.notes = notes
        }
    }

    public init() {}
}

/// `$sys.stats`: what became of the calls since the start.
public struct SystemStats: Request {
    public static let method = "$sys.stats"
    public static let largestBodyBytes = 1024

    public struct Reply: Codable, Sendable, Equatable {
        public var methods: [Method]
        /// What happened beside calls: `late`, `dropped`, `expired`, `refused`, …
        public var counters: [String: Int]

        public init(methods: [Method], counters: [String: Int]) {
            self.methods = methods
            self.counters = counters
        }
    }

    public struct Method: Codable, Sendable, Equatable {
        public var method: String
        /// Those that ended, well or not.
        public var calls: Int
        public var inFlight: Int
        /// How many ended with which status.
        public var faults: [String: Int]
        public var latencyMicroseconds: Latency

        public init(
            method: String, calls: Int, inFlight: Int, faults: [String: Int], latencyMicroseconds: Latency
        ) {
            self.method = method
            self.calls = calls
            self.inFlight = inFlight
            self.faults = faults
            self.latencyMicroseconds = latencyMicroseconds
        }
    }

    public struct Latency: Codable, Sendable, Equatable {
        public var p50: Int64
        public var p90: Int64
        public var p99: Int64
        public var max: Int64

        public init(p50: Int64, p90: Int64, p99: Int64, max: Int64) {
            self.p50 = p50
            self.p90 = p90
            self.p99 = p99
            self.max = max
        }
    }

    public init() {}
}

/// `$sys.describe`: the JSON Schema of every method of the service.
public struct SystemDescribe: Request {
    public static let method = "$sys.describe"
    public static let largestBodyBytes = 1024

    public struct Reply: Codable, Sendable, Equatable {
        public var methods: [Method]

        public init(methods: [Method]) { self.methods = methods }
    }

    public struct Method: Codable, Sendable, Equatable {
        public var method: String
        /// Whether an idempotency key must come with it.
        public var needsKey: Bool
        public var request: JSONValue
        public var reply: JSONValue

        public init(method: String, needsKey: Bool, request: JSONValue, reply: JSONValue) {
            self.method = method
            self.needsKey = needsKey
            self.request = request
            self.reply = reply
        }
    }

    public init() {}
}
