extension Service {
    /// Where and how a service serves.
    public struct Settings: Sendable {
        /// What its methods' names begin with: `pricing`.
        public var name: String
        public var version: String
        /// Which replica this is: told on every answer, and of this process alone.
        public var instance = String(UInt64.random(in: 1 << 60 ... .max), radix: 36)
        public var calls: ResponderSettings
        /// Nil when it publishes nothing.
        public var events: PublisherSettings?
        public var logger = Logger()

        /// - Parameters:
        ///   - name: what its methods' names begin with.
        ///   - version: told to who asks.
        ///   - calls: where calls are answered.
        ///   - events: where its streams are published.
        public init(name: String, version: String, calls: Endpoint, events: Endpoint? = nil) {
            self.name = name
            self.version = version
            self.calls = ResponderSettings(endpoint: calls)
            self.events = events.map { PublisherSettings(endpoint: $0) }
        }
    }
}
