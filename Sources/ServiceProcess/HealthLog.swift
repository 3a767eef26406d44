import Messaging

/// Tells the log what the health says: at the start, and whenever it changes.
struct HealthLog: Sendable {
    private let service: String
    private let health: Health
    private let logger: Logger
    private var told: [String] = []

    init(of service: String, _ health: Health, logger: Logger) {
        self.service = service
        self.health = health
        self.logger = logger
    }

    /// - Parameter place: where the service listens.
    mutating func tellStart(_ place: Logger.Fields) {
        logger.info(health.isServing ? "serving" : "listening", place)
        tellChange()
    }

    /// To be called about once a second: what comes and goes in between does not fill the log.
    mutating func tellChange() {
        let reasons = health.reasons
        guard reasons != told else { return }
        told = reasons
        if reasons.isEmpty {
            logger.info("serving", ["service": service])
        } else {
            logger.error("not serving", ["service": service, "reasons": reasons.joined(separator: "; ")])
        }
    }
}
