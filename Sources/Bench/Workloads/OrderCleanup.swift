import Contracts
import Messaging
import Threading
import WireProtocol

/// Takes the orders of a run and what they were made of out of the shop: orders are cancelled, offers removed, stock
/// is set to nothing. Cancelled orders stay in the books, as every order does.
struct OrderCleanup: Sendable {
    let pricing: ShopConnections
    let checkout: ShopConnections
    let run: String
    let skus: [Sku]

    private static let atOnce = 32

    /// How far it came.
    private struct Progress: Sendable {
        var waiting: [String]
        var cancelled = 0
        var problem: String?
    }

    /// - Parameter lostKeys: of orders whose answer was lost; those that were placed are cancelled, too.
    /// - Returns: what was done, in one sentence.
    func take(_ ids: [String], lostKeys: [String]) async -> String {
        let found = await orders(of: lostKeys)
        let all = Array(Set(ids + found.ids))
        let progress = await cancel(all)
        let problem: String?
        if let earlier = found.problem ?? progress.problem {
            problem = earlier
        } else {
            problem = await endSale()
        }
        let cancelled =
            progress.cancelled == all.count
            ? "cancelled \(all.count) orders" : "cancelled \(progress.cancelled) of \(all.count) orders"
        return "cleaned up  \(cancelled)" + (problem.map { ", then stopped: \($0)" } ?? "")
    }

    private func orders(of keys: [String]) async -> (ids: [String], problem: String?) {
        var ids: [String] = []
        for key in keys {
            do throws(CallError) {
                ids.append(try await checkout.call(FindOrder(key: key)).id)
            } catch {
                if case .fault(let fault) = error.reason, fault.status == .notFound { continue }
                return (ids, "\(error)")
            }
        }
        return (ids, nil)
    }

    private func cancel(_ ids: [String]) async -> Progress {
        let progress = Locked(Progress(waiting: ids))
        await withTaskGroup { group in
            for _ in 0..<Self.atOnce {
                group.addTask {
                    // After the first that fails the rest would, too.
                    while let id = progress.withLock({ $0.problem == nil ? $0.waiting.popLast() : nil }) {
                        let problem = await cancel(id)
                        progress.withLock {
                            if let problem { $0.problem = problem } else { $0.cancelled += 1 }
                        }
                    }
                }
            }
        }
        return progress.withLock { $0 }
    }

    private func cancel(_ id: String) async -> String? {
        do throws(CallError) {
            _ = try await checkout.call(CancelOrder(id: id, note: "bench"), key: "\(run)-cancel-\(id)")
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func endSale() async -> String? {
        do throws(CallError) {
            _ = try await pricing.call(RemoveOffers(skus: skus))
            _ = try await checkout.call(
                Restock(changes: skus.map { StockChange(sku: $0, set: 0) }), key: "\(run)-nothing")
            return nil
        } catch {
            return "\(error)"
        }
    }
}
