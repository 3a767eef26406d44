import Contracts
import WireProtocol

extension Rounding {
    /// `amount` × `numerator` ÷ `denominator`, exact to the last step, then rounded to a whole minor unit.
    ///
    /// - Precondition: `denominator` is above 0, `numerator` not below.
    /// - Throws: `amount_too_large`.
    func ratio(
        of amount: Amount, _ numerator: Int64, _ denominator: Int64
    ) throws(FieldProblem) -> Amount {
        let divisor = denominator.magnitude
        let product = amount.minorUnits.magnitude.multipliedFullWidth(by: numerator.magnitude)
        // The division itself traps when its quotient does not fit.
        guard product.high < divisor else { throw Amount.tooLarge }
        let (quotient, remainder) = divisor.dividingFullWidth(product)
        let isUp = roundsUp(quotient, remainder, divisor)
        let (rounded, overflow) = quotient.addingReportingOverflow(isUp ? 1 : 0)
        guard !overflow, rounded <= WireInteger.range.upperBound.magnitude else { throw Amount.tooLarge }
        return Amount(amount.minorUnits < 0 ? -Int64(rounded) : Int64(rounded))
    }

    private func roundsUp(_ quotient: UInt64, _ remainder: UInt64, _ divisor: UInt64) -> Bool {
        let rest = divisor - remainder
        if remainder != rest { return remainder > rest }
        return self == .halfUp || !quotient.isMultiple(of: 2)
    }
}
