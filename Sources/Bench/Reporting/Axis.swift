#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where values stand along one side of a chart, and which of them are labelled.
struct Axis: Sendable {
    struct Tick: Sendable {
        var value: Double
        var text: String
    }

    var label: String
    var ticks: [Tick]
    /// The place of a value, from 0 to 1.
    var position: @Sendable (Double) -> Double

    /// From 0, with round steps.
    static func linear(_ label: String, upTo largest: Double) -> Axis {
        let step = round125(atLeast: max(largest, 1e-9) / 6)
        let end = max((largest / step).rounded(.up), 1) * step
        let count = Int((end / step).rounded())
        return Axis(
            label: label,
            ticks: (0...count).map {
                Tick(value: Double($0) * step, text: ReportTable.number(Double($0) * step))
            },
            position: { min(max($0 / end, 0), 1) })
    }

    /// Times in microseconds on a logarithmic scale, so that the slowest does not press the usual ones flat.
    ///
    /// - Parameter values: those that are drawn; what is 0 is drawn at the lower end.
    static func logarithmicTime(_ label: String, of values: [Double]) -> Axis {
        let drawn = values.filter { $0 > 0 }
        let low = round125(atMost: drawn.min() ?? 1)
        let high = max(round125(atLeast: drawn.max() ?? 10), round125(atLeast: low * 1.5))
        let decades = log10(high / low)
        let factors = decades > 3 ? [1.0] : [1, 2, 5]
        var ticks: [Tick] = []
        for exponent in Int(log10(low).rounded(.down))...Int(log10(high).rounded(.up)) {
            for factor in factors {
                let value = factor * pow(10, Double(exponent))
                guard value >= low * 0.999, value <= high * 1.001 else { continue }
                ticks.append(Tick(value: value, text: ReportTable.time(value)))
            }
        }
        return Axis(
            label: label, ticks: ticks,
            position: { $0 > 0 ? min(max(log10($0 / low) / decades, 0), 1) : 0 })
    }

    /// Percentiles by nines: 90, 99 and 99.9 stand equally far apart, as each has a tenth of the former beyond it.
    ///
    /// - Parameter count: of how many values they are; the slowest one ends the axis.
    static func nines(_ label: String, count: UInt64) -> Axis {
        let end = max(log10(Double(max(count, 1))), 1)
        let named = [0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999, 99.99999]
        let shown = named.filter { nine($0) <= end }
        let decimals: (Double) -> String = { "\($0)".hasSuffix(".0") ? "\(Int($0))" : "\($0)" }
        return Axis(
            label: label, ticks: shown.map { Tick(value: $0, text: decimals($0)) },
            position: { min(nine($0) / end, 1) })
    }

    private static func nine(_ percent: Double) -> Double {
        percent < 100 ? -log10(1 - percent / 100) : .infinity
    }

    /// The nearest of 1, 2, 5, 10, 20, 50, … above.
    private static func round125(atLeast value: Double) -> Double {
        let decade = pow(10, log10(value).rounded(.down))
        return [1, 2, 5, 10].map { $0 * decade }.first { $0 >= value * 0.999_999 } ?? decade * 10
    }

    private static func round125(atMost value: Double) -> Double {
        let decade = pow(10, log10(value).rounded(.down))
        return [5, 2, 1].map { $0 * decade }.first { $0 <= value * 1.000_001 } ?? decade
    }
}
