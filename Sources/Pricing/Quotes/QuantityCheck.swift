import Contracts
import WireProtocol

extension QuantityRule {
    /// What is wrong with a line's quantity, with the bounds that hold; nil when it fits.
    func problem(_ quantity: Quantity) -> FieldProblem? {
        if quantity < min { return refusal("quantity_too_small", "at least \(min.value)") }
        if quantity > max { return refusal("quantity_too_large", "at most \(max.value)") }
        guard (quantity.value - min.value).isMultiple(of: step.value) else {
            return refusal("quantity_off_step", "in steps of \(step.value) from \(min.value)")
        }
        return nil
    }

    private func refusal(_ code: String, _ message: String) -> FieldProblem {
        FieldProblem(
            code: code, message: message,
            facts: ["min": .number(min.value), "max": .number(max.value), "step": .number(step.value)])
    }
}
