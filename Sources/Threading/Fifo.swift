/// A queue: what came first leaves first.
package struct Fifo<Element> {
    private var elements: [Element] = []
    /// Those before it have left.
    private var next = 0

    /// How many of those that have left may stay in the memory, so that it is seldom moved.
    private static var mostLeft: Int { 1024 }

    package init() {}

    package var isEmpty: Bool { next == elements.count }
    package var count: Int { elements.count - next }

    package mutating func append(_ element: Element) { elements.append(element) }

    package mutating func popFirst() -> Element? {
        guard next < elements.count else { return nil }
        let element = elements[next]
        next += 1
        if next == elements.count {
            elements.removeAll(keepingCapacity: next <= Self.mostLeft)
            next = 0
        } else if next > Self.mostLeft, next > elements.count / 2 {
            elements.removeFirst(next)
            next = 0
        }
        return element
    }
}
