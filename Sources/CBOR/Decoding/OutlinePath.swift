/// Coding paths, read off the message.
extension Outline {
    func path(to index: Int) -> [any CodingKey] { OutlinePath.path(to: index, entries, bytes) }
}

enum OutlinePath {
    static func path(to index: Int, _ entries: [OutlineEntry], _ bytes: [UInt8]) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var index = index
        while index != Outline.root {
            let parent = Int(entries[index].parent)
            path.append(step(to: index, in: parent, entries, bytes))
            index = parent
        }
        return path.reversed()
    }

    /// Where a builder that has failed stands.
    static func path(ofNextItemIn builder: OutlineBuilder) -> [any CodingKey] {
        guard !builder.isAtRoot else { return [] }
        let frame = builder.inner
        let path = path(ofContainerIn: builder)
        guard frame.isMap else { return path + [PathKey(index: Int(frame.place))] }
        guard !frame.expectsKey, let key = builder.entries.last else { return path }
        return path + [PathKey(KeyName.text(builder.bytes, at: Int(key.offset)))]
    }

    /// The list or map that a builder is in.
    static func path(ofContainerIn builder: OutlineBuilder) -> [any CodingKey] {
        builder.isAtRoot ? [] : path(to: Int(builder.inner.container), builder.entries, builder.bytes)
    }

    private static func step(
        to index: Int, in parent: Int, _ entries: [OutlineEntry], _ bytes: [UInt8]
    ) -> PathKey {
        let isMap = bytes[Int(entries[parent].offset)] >> 5 == MajorType.map
        guard isMap else { return PathKey(index: Int(entries[index].place)) }
        return PathKey(KeyName.text(bytes, at: Int(entries[index - 1].offset)))
    }
}
