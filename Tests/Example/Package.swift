// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "greeter",
    dependencies: [.package(name: "cornershop", path: "../..")],
    targets: [
        .executableTarget(
            name: "Greeter",
            dependencies: [
                .product(name: "Messaging", package: "cornershop"),
                .product(name: "WireProtocol", package: "cornershop"),
            ])
    ]
)
