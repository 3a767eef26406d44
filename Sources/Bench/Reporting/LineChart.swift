/// Lines over two axes, drawn as SVG.
struct LineChart: Sendable {
    struct Line: Sendable {
        var name: String
        var points: [(x: Double, y: Double)]
        /// What it is compared with is drawn dashed and grey.
        var isEarlier = false
    }

    /// A text and where it stands.
    struct Label: Sendable {
        enum Anchor: String, Sendable { case start, middle, end }

        var text: String
        var x: Double
        /// Of the line the letters stand on.
        var y: Double
        var anchor = Anchor.start
        var color = "#444"
        var isBold = false
    }

    var title: String
    var x: Axis
    var y: Axis
    var lines: [Line]

    static let width = 900.0
    static let height = 320.0
    static let fontSize = 12.0
    private static let left = 80.0
    private static let right = 130.0
    private static let top = 52.0
    private static let bottom = 48.0
    private static let colors = ["#1f77b4", "#b35900", "#d62728", "#2ca02c"]
    private static let earlierColor = "#767676"

    var svg: String {
        ([
            "<svg viewBox=\"0 0 \(Int(Self.width)) \(Int(Self.height))\" role=\"img\" aria-label=\"\(title)\">"
        ] + grid + lines.indices.map(drawing) + labels.map(\.svg) + ["</svg>"]).joined(separator: "\n")
    }

    /// Every text of the chart.
    var labels: [Label] {
        let middle = (Self.left + Self.width - Self.right) / 2
        let captions = [
            Label(text: title, x: 0, y: 16, color: "#222", isBold: true),
            Label(text: y.label, x: 0, y: 36),
            Label(text: x.label, x: middle, y: Self.height - 6, anchor: .middle),
        ]
        let below = x.ticks.map {
            Label(text: $0.text, x: place(x: $0.value), y: Self.height - Self.bottom + 18, anchor: .middle)
        }
        let beside = y.ticks.map {
            Label(text: $0.text, x: Self.left - 8, y: place(y: $0.value) + 4, anchor: .end)
        }
        let legend = lines.enumerated().map { index, line in
            Label(
                text: line.name, x: Self.width - Self.right + 12, y: Self.top + 18 * Double(index) + 8,
                color: color(index))
        }
        return captions + below + beside + legend
    }

    private var grid: [String] {
        let (right, foot) = (Self.width - Self.right, Self.height - Self.bottom)
        let across = y.ticks.map { tick in
            let y = place(y: tick.value)
            return "<line x1=\"\(Self.left)\" x2=\"\(right)\" y1=\"\(y)\" y2=\"\(y)\" stroke=\"#ddd\"/>"
        }
        let up = x.ticks.map { tick in
            let x = place(x: tick.value)
            return "<line x1=\"\(x)\" x2=\"\(x)\" y1=\"\(Self.top)\" y2=\"\(foot)\" stroke=\"#eee\"/>"
        }
        return across + up
    }

    private func drawing(_ index: Int) -> String {
        let line = lines[index]
        let places = line.points.map { (x: place(x: $0.x), y: place(y: $0.y)) }
        // A single point makes no line.
        if places.count == 1 {
            return "<circle cx=\"\(places[0].x)\" cy=\"\(places[0].y)\" r=\"3\" fill=\"\(color(index))\"/>"
        }
        let path = places.map { "\($0.x),\($0.y)" }.joined(separator: " ")
        let dashes = line.isEarlier ? " stroke-dasharray=\"6 4\"" : ""
        return
            "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color(index))\" stroke-width=\"2\"\(dashes)/>"
    }

    private func color(_ index: Int) -> String {
        lines[index].isEarlier ? Self.earlierColor : Self.colors[index % Self.colors.count]
    }

    private func place(x value: Double) -> Double {
        tenth(Self.left + x.position(value) * (Self.width - Self.left - Self.right))
    }

    private func place(y value: Double) -> Double {
        tenth(Self.height - Self.bottom - y.position(value) * (Self.height - Self.top - Self.bottom))
    }

    private func tenth(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

extension LineChart.Label {
    fileprivate var svg: String {
        let weight = isBold ? " font-weight=\"bold\"" : ""
        return "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor.rawValue)\" fill=\"\(color)\"\(weight)>"
            + HTMLReport.escaped(text) + "</text>"
    }
}
