/// Lines over a common scale, drawn as SVG.
struct LineChart {
    var title: String
    var xLabel: String
    var yLabel: String
    var series: [(name: String, points: [(x: Double, y: Double)])]
    /// Where the horizontal axis is labelled; numbers of its own when empty.
    var xTicks: [(x: Double, text: String)] = []

    private static let width = 900.0
    private static let height = 300.0
    private static let left = 70.0
    private static let right = 110.0
    private static let top = 30.0
    private static let bottom = 45.0
    private static let colours = ["#1f77b4", "#ff7f0e", "#d62728", "#2ca02c"]

    private var points: [(x: Double, y: Double)] { series.flatMap(\.points) }
    private var largestX: Double { max(points.map(\.x).max() ?? 1, 1e-9) }
    private var largestY: Double { max((points.map(\.y).max() ?? 1) * 1.05, 1e-9) }

    var svg: String {
        let (width, height) = (Self.width, Self.height)
        return """
            <svg viewBox="0 0 \(Int(width)) \(Int(height))" role="img" aria-label="\(title)">
            <text x="\(Self.left)" y="18" font-weight="bold">\(title)</text>
            \(grid)
            \(lines)
            <text x="\((Self.left + width - Self.right) / 2)" y="\(height - 6)" text-anchor="middle">\(xLabel)</text>
            <text x="4" y="\(Self.top - 8)">\(yLabel)</text>
            </svg>
            """
    }

    private var grid: String {
        var marks: [String] = []
        for step in 0...4 {
            let value = largestY * Double(step) / 4
            marks.append(
                """
                <line x1="\(Self.left)" x2="\(Self.width - Self.right)" y1="\(y(value))" y2="\(y(value))" stroke="#ddd"/>\
                <text x="\(Self.left - 6)" y="\(y(value) + 4)" text-anchor="end">\(ReportTable.number(value))</text>
                """)
        }
        let ticks =
            xTicks.isEmpty
            ? (0...4).map {
                (x: largestX * Double($0) / 4, text: ReportTable.number(largestX * Double($0) / 4))
            }
            : xTicks
        for tick in ticks {
            marks.append(
                """
                <text x="\(x(tick.x))" y="\(Self.height - Self.bottom + 16)" text-anchor="middle">\(tick.text)</text>
                """)
        }
        return marks.joined(separator: "\n")
    }

    private var lines: String {
        series.enumerated().map { index, line in
            let colour = Self.colours[index % Self.colours.count]
            let path = line.points.map { "\(x($0.x)),\(y($0.y))" }.joined(separator: " ")
            let legend = Self.top + 16 * Double(index) + 8
            return """
                <polyline points="\(path)" fill="none" stroke="\(colour)" stroke-width="2"/>
                <text x="\(Self.width - Self.right + 10)" y="\(legend)" style="fill:\(colour)">\(line.name)</text>
                """
        }.joined(separator: "\n")
    }

    private func x(_ value: Double) -> Double {
        tenth(Self.left + value / largestX * (Self.width - Self.left - Self.right))
    }

    private func y(_ value: Double) -> Double {
        tenth(Self.height - Self.bottom - value / largestY * (Self.height - Self.top - Self.bottom))
    }

    private func tenth(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
