#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

import FileAccess
import FoundationEssentials

StandardOutput.outliveReader()
exit(
    await BenchProgram(environment: ProcessInfo.processInfo.environment)
        .run(Array(CommandLine.arguments.dropFirst())))
