import CMalloc

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Gives memory back to the system once a rush is over: the C library keeps what was freed for the next one.
struct FreedMemory: Sendable {
    private var decision = GivingBack()

    /// To be called about once a second.
    mutating func tend() {
        guard let resident = Self.residentBytes(), decision.isDue(residentBytes: resident) else { return }
        cornershop_give_back()
        if let after = Self.residentBytes() { decision.gaveBack(residentBytes: after) }
    }

    /// Nil where the system does not tell.
    private static func residentBytes() -> Int? {
        let file = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 128)
        let count = unsafe read(file, &text, text.count)
        let fields = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * Int(getpagesize()) } : nil
    }
}

/// Whether it is time to give memory back. A pure value.
struct GivingBack: Sendable, Equatable {
    /// The least that the process ever held.
    private var least: Int?
    /// What is needed, as far as is known: what was left after the last time.
    private var needed: Int?
    private var last = 0
    private var looks = 0
    /// What is left may still have been in use: it is tried again after so many looks, and each time that nothing came of it after
    /// twice as many.
    private var patience = firstPatience

    /// Less is not worth it: looking for it holds up whoever wants memory meanwhile.
    private static let worthwhileBytes = 8 << 20
    private static let firstPatience = 4

    /// When much more is held than was needed, and it does not grow any more.
    mutating func isDue(residentBytes resident: Int) -> Bool {
        defer { last = resident }
        least = min(least ?? resident, resident)
        needed = min(needed ?? resident, resident)
        looks += 1
        guard resident <= last + Self.worthwhileBytes / 8 else { return false }
        return resident > (needed ?? 0) + Self.worthwhileBytes
            || looks > patience && resident > (least ?? 0) + Self.worthwhileBytes
    }

    mutating func gaveBack(residentBytes resident: Int) {
        let isWorthwhile = resident + Self.worthwhileBytes < last
        patience = isWorthwhile ? Self.firstPatience : 2 * patience
        (needed, last, looks) = (resident, resident, 0)
    }
}
