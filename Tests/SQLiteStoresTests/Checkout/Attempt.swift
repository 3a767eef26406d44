import Contracts
import ShopTesting
import Sealing
import WireProtocol

/// What became of a call: its answer, or the code of its fault.
enum Attempt<Answer: Sendable>: Sendable {
    case answered(Answer)
    case refused(code: String)

    init(_ body: () async throws -> Answer) async {
        do { self = .answered(try await body()) } catch let fault as Fault {
            self = .refused(code: fault.code)
        } catch {
            self = .refused(code: "no fault: \(error)")
        }
    }

    var answer: Answer? {
        if case .answered(let answer) = self { answer } else { nil }
    }

    var code: String? {
        if case .refused(let code) = self { code } else { nil }
    }
}

extension CheckoutDesk {
    /// Every order there is, newest first.
    func everyOrder() async throws -> [Order] {
        var orders: [Order] = []
        var cursor: String?
        repeat {
            let page = try await self.orders(ListOrders(limit: 100, cursor: cursor))
            orders += page.orders
            cursor = page.next
        } while cursor != nil
        return orders
    }

    /// Units in orders that were not cancelled.
    func sold(_ sku: String) async throws -> Int64 {
        try await everyOrder().filter { $0.status != .cancelled }.flatMap(\.lines)
            .filter { $0.sku.text == sku }.reduce(0) { $0 + $1.quantity.value }
    }
}
