import FileAccess
package import WireProtocol

/// A folder with a first shop, whose files are bodies of the services' own requests.
package struct StarterFolder: Sendable {
    private let path: String

    package init(path: String) { self.path = path }

    /// Reads a request from one of the files and checks it as if it had come over the wire, but for how many items
    /// it may list: a whole shop is one change.
    ///
    /// - Parameter most: what a single message may list.
    package func request<R: Request, Item, ID: Hashable>(
        _ type: R.Type, listing items: WritableKeyPath<R, [Item]>, by id: KeyPath<Item, ID>, most: Int,
        in file: String
    ) throws(StarterError) -> R {
        let bytes = try read(file)
        do throws(Fault) {
            let request = try WireCoding(.json).decode(
                type, from: bytes, refusingBeyond: try? Schema.of(type))
            try validate(request, listing: items, most: most)
            try requireUnique(request[keyPath: items].map { $0[keyPath: id] })
            return request
        } catch {
            throw StarterError(description: "\(path)/\(file): \(error.message)")
        }
    }

    private func validate<R: Request, Item>(
        _ request: R, listing items: WritableKeyPath<R, [Item]>, most: Int
    ) throws(Fault) {
        let all = request[keyPath: items]
        var first = 0
        repeat {
            var part = request
            part[keyPath: items] = Array(all[first...].prefix(most))
            do throws(Fault) { try part.validate() } catch {
                throw first == 0 ? error : counting(from: first, error)
            }
            first += most
        } while first < all.count
    }

    private func counting(from first: Int, _ fault: Fault) -> Fault {
        Fault(fault.status, code: fault.code, message: "counting from item \(first): \(fault.message)")
    }

    /// Two parts may hold the same id.
    private func requireUnique(_ ids: [some Hashable]) throws(Fault) {
        var seen: Set<AnyHashable> = []
        for id in ids where !seen.insert(id).inserted {
            throw Fault(.invalidArgument, code: "invalid_request", message: "\(id) is there twice")
        }
    }

    private func read(_ file: String) throws(StarterError) -> [UInt8] {
        do throws(FileError) { return try WholeFile.read("\(path)/\(file)") } catch {
            throw StarterError(description: "cannot read \(error)")
        }
    }
}

/// A file of the starter shop that cannot be used.
package struct StarterError: Error, CustomStringConvertible {
    package let description: String
}
