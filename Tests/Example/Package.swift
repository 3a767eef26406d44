// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "greeter",
    dependencies: [.package(name: "cornershop", path: "../..")],
    targets: [
        // What the two say to each other.
        .target(
            name: "Greetings", dependencies: [.product(name: "WireProtocol", package: "cornershop")]),
        .executableTarget(
            name: "Greeter",
            dependencies: [
                "Greetings",
                .product(name: "Messaging", package: "cornershop"),
                .product(name: "WireProtocol", package: "cornershop"),
            ]),
        .executableTarget(
            name: "Visitor",
            dependencies: ["Greetings", .product(name: "Messaging", package: "cornershop")]),
    ]
)
