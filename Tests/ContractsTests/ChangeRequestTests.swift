import Contracts
import Testing
import WireProtocol

private let changes: [any Request.Type] = shopRequests.filter { $0.repetition.isChange }

@Suite struct ChangeRequestTests {
    @Test func `what puts, removes, sets, counts or sells is a change`() {
        let names = Set(changes.map { $0.method })
        #expect(
            names.isSuperset(of: [
                "catalog.put", "catalog.remove", "pricing.put", "pricing.remove", "pricing.setPrice",
                "checkout.place", "checkout.cancel", "checkout.restock",
            ]))
        #expect(
            names.isDisjoint(with: ["catalog.search", "pricing.quote", "checkout.orders", "pricing.sync"]))
    }

    @Test(arguments: changes.map { $0.method })
    func `a change knows its fields at any depth, and refuses others`(method: String) throws {
        let request = try #require(changes.first { $0.method == method })
        let golden = try WireCoding().decode(
            JSONValue.self, from: try GoldenFile.wireBytes("\(method).request"))
        let known = try Schema.of(request)
        for type in ContentType.allCases {
            let coding = WireCoding(type)
            func fields(_ body: JSONValue) throws -> [String]? {
                let bytes = try coding.encode(body)
                do throws(Fault) {
                    _ = try coding.decode(request, from: bytes, refusingBeyond: known)
                    return nil
                } catch {
                    return error.code == "unknown_field" ? error.details.map(\.field) : []
                }
            }
            #expect(try fields(golden) == nil)
            for (path, body) in additions(to: golden, under: known) {
                #expect(try fields(body) == [path])
            }
        }
    }

    /// The value once for each object in it that has a shape, with a field that no object knows.
    private func additions(
        to value: JSONValue, under schema: Schema, at path: String = ""
    ) -> [(path: String, body: JSONValue)] {
        switch (value, schema) {
        case (.object(let members), .object(let properties)):
            let name = path.isEmpty ? "notAField" : "\(path).notAField"
            var bodies = [(name, JSONValue.object(members.merging(["notAField": [7]]) { $1 }))]
            for property in properties {
                guard let member = members[property.name] else { continue }
                let inner = path.isEmpty ? property.name : "\(path).\(property.name)"
                for (name, body) in additions(to: member, under: property.schema, at: inner) {
                    bodies.append((name, .object(members.merging([property.name: body]) { $1 })))
                }
            }
            return bodies
        case (.list(let elements), .array(let element)):
            guard let first = elements.first else { return [] }
            return additions(to: first, under: element, at: "\(path)[0]").map {
                ($0.path, .list([$0.body] + elements.dropFirst()))
            }
        default: return []
        }
    }
}
