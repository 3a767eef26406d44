import CUTF8Proc

/// How many columns of a terminal a code point takes by itself: 0, 1 or 2 (East Asian width, UAX #11).
package func terminalColumns(of scalar: Unicode.Scalar) -> Int {
    Int(utf8proc_charwidth(Int32(scalar.value)))
}
