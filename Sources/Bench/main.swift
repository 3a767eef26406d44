#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

import FoundationEssentials
import Threading

TerminationSignal.block()
let interruption = Interruption()
TerminationSignal.deliver(to: interruption.raise)
let program = BenchProgram(
    environment: ProcessInfo.processInfo.environment, interruption: interruption)
Task.detached { [program] in exit(await program.run(Array(CommandLine.arguments.dropFirst()))) }
// The main thread only waits: Swift's own way to wait there would let signals in again.
while true { pause() }
