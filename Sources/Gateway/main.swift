import FoundationEssentials

let environment = ProcessInfo.processInfo.environment
let program = Program(
    environment: environment, style: Terminal.style(environment), show: Terminal.show,
    connect: RemoteServices.connect)
Terminal.end(with: await program.run(Array(CommandLine.arguments.dropFirst())))
