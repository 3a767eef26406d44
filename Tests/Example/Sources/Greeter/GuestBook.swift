/// Who signed, in order.
actor GuestBook {
    private var names: [String] = []

    /// - Returns: the number of the line, from 1.
    func add(_ name: String) -> Int {
        names.append(name)
        return names.count
    }
}
