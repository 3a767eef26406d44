import Testing

/// Tests of the built executables as real processes. One after the other: each has up to four processes of its
/// own, and some look at the clock.
@Suite(.serialized, .timeLimit(.minutes(2)))
enum RealProcesses {}
