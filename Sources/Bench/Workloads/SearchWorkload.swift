import Contracts
import Messaging
import WireProtocol

/// Searches, one query after the other.
struct SearchWorkload: Workload {
    let name = "search"
    let catalog: ShopConnections
    let queries: [String]

    func prepare() async throws { _ = try await catalog.call(SearchProducts(text: queries[0])) }

    func perform(_ number: Int) async -> OutcomeClass {
        do throws(CallError) {
            _ = try await catalog.call(SearchProducts(text: queries[number % queries.count]))
            return .done
        } catch {
            return OutcomeClass(error)
        }
    }

    func brokenInvariants() async -> [String] { [] }

    var services: [ShopConnections] { [catalog] }

    var messageBytes: MessageBytes? { nil }
}
