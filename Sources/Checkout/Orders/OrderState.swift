package import Contracts
import WireProtocol

/// What moves in an order: its status, its payment, and the timeline of its steps.
package struct OrderState: Codable, Sendable, Equatable {
    package var status: OrderStatus
    package var payment: Payment
    var timeline: [TimelineEntry]

    /// A state of the past, of which only this is kept.
    package init(status: OrderStatus, payment: Payment) {
        self.status = status
        self.payment = payment
        timeline = []
    }

    init(placedAt instant: Timestamp, payment: Payment) {
        status = .placed
        self.payment = payment
        timeline = [TimelineEntry(event: OrderStatus.placed.rawValue, at: instant)]
    }

    /// - Throws: `wrong_state` unless placed or paid.
    func cancelled(at instant: Timestamp, note: String?) throws(Fault) -> OrderState {
        guard status == .placed || status == .paid else { throw .wrongState(status, wanted: .cancelled) }
        var next = self
        next.status = .cancelled
        next.payment.status = .voided
        next.timeline.append(
            TimelineEntry(event: OrderStatus.cancelled.rawValue, at: instant, note: note))
        return next
    }
}
