import FoundationEssentials
import Threading

TerminationSignal.block()
let interruption = Interruption()
TerminationSignal.deliver(to: interruption.raise)
let environment = ProcessInfo.processInfo.environment
Terminal.run(
    Program(
        environment: environment, style: Terminal.style(environment), show: Terminal.show,
        interruption: interruption, connect: RemoteServices.connect),
    Array(CommandLine.arguments.dropFirst()))
