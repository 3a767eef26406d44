import Contracts
package import WireProtocol

/// The stretch of time [from, until) in which a price holds; an open side is the end of all time.
package struct Validity: Sendable, Equatable {
    package var from: Timestamp
    package var until: Timestamp

    package static let always = Validity(from: beginning, until: end)

    private static let beginning = Timestamp(milliseconds: .min)
    private static let end = Timestamp(milliseconds: .max)

    package init(from: Timestamp?, until: Timestamp?) {
        self.from = from ?? Validity.beginning
        self.until = until ?? Validity.end
    }

    /// Nil where that side is open.
    package var start: Timestamp? { from == Validity.beginning ? nil : from }
    package var stop: Timestamp? { until == Validity.end ? nil : until }

    func contains(_ instant: Timestamp) -> Bool { from <= instant && instant < until }

    func overlaps(_ other: Validity) -> Bool { from < other.until && other.from < until }
}

extension Validity: CustomStringConvertible {
    package var description: String {
        "from \(start?.rfc3339 ?? "ever") until \(stop?.rfc3339 ?? "further notice")"
    }
}

extension Validity {
    /// Resolves the bounds of a request in the shop's time zone; what is wrong with them is added to `problems`.
    init?(
        from: ValidityBound?, until: ValidityBound?, _ calendar: ShopCalendar, _ problems: inout Problems,
        at path: String
    ) {
        self.init(from: from.map { calendar.start($0) }, until: until.map { calendar.end($0) })
        guard self.from < self.until else {
            problems.add("invalid_request", "must be after from", at: "\(path)until")
            return nil
        }
    }
}
