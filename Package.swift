// swift-tools-version: 6.2

import PackageDescription

/// Settings of every target. Each one turns a rule of the house into a compiler check:
/// SE-0335 (`any` is written), SE-0409 (imports stay internal), SE-0444 (what is used is imported),
/// SE-0443 (a warning is an error). Swift 6 mode comes with the tools version.
let houseSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// SE-0458: where C is near, every unsafe expression is marked.
let nearC: [SwiftSetting] = houseSettings + [.strictMemorySafety()]

func library(_ name: String, _ dependencies: [Target.Dependency], unsafe: Bool = false) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: unsafe ? nearC : houseSettings)
}

func executable(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: houseSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: houseSettings)
}

let package = Package(
    name: "cornershop",
    products: [
        .library(name: "ZeroMQ", targets: ["ZeroMQ"]),
        .library(name: "CBOR", targets: ["CBOR"]),
        .library(name: "WireProtocol", targets: ["WireProtocol"]),
        .library(name: "Messaging", targets: ["Messaging"]),
        .library(name: "Contracts", targets: ["Contracts"]),
        .executable(name: "catalog-service", targets: ["CatalogService"]),
        .executable(name: "pricing-service", targets: ["PricingService"]),
        .executable(name: "checkout-service", targets: ["CheckoutService"]),
        .executable(name: "gateway", targets: ["Gateway"]),
        .executable(name: "bench", targets: ["Bench"]),
    ],
    targets: [
        .systemLibrary(name: "CZeroMQ", providers: [.apt(["libzmq3-dev"]), .brew(["zeromq"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(name: "CSodium", providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        .systemLibrary(name: "CSwiftRuntime"),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"]), .brew(["utf8proc"])]),

        library("Threading", ["CSwiftRuntime"], unsafe: true),
        library("ZeroMQ", ["CZeroMQ"], unsafe: true),
        library("SQLite", ["CSQLite", "Threading"], unsafe: true),
        library("Sealing", ["CSodium"], unsafe: true),
        library("Folding", ["CUTF8Proc"], unsafe: true),
        library("Spelling", []),
        library("TextLayout", ["Folding"]),
        library("CommandLineOptions", ["Spelling", "TextLayout"]),
        library("FileAccess", [], unsafe: true),

        library("CBOR", []),
        library("WireProtocol", ["CBOR", "Spelling"]),
        library("Contracts", ["WireProtocol", "CBOR", "Spelling"]),
        library("Messaging", ["ZeroMQ", "WireProtocol", "Threading"]),

        library("Catalog", ["Contracts", "Messaging", "Folding", "Threading", "WireProtocol"]),
        library("Pricing", ["Contracts", "Messaging", "Sealing", "Threading"]),
        library("Checkout", ["Contracts", "Messaging", "Sealing", "CBOR", "Folding"]),
        library(
            "SQLiteStores",
            ["SQLite", "Threading", "Folding", "Sealing", "Messaging", "Catalog", "Pricing", "Checkout"]),
        library(
            "ServiceProcess",
            [
                "Messaging", "WireProtocol", "CommandLineOptions", "FileAccess", "SQLite", "Sealing",
                "Threading", "CMalloc",
            ],
            unsafe: true),

        executable(
            "CatalogService",
            ["Catalog", "Contracts", "SQLiteStores", "ServiceProcess", "Messaging"]),
        executable(
            "PricingService",
            ["Pricing", "Contracts", "SQLiteStores", "ServiceProcess", "Messaging", "Sealing"]),
        executable(
            "CheckoutService",
            ["Checkout", "Contracts", "SQLiteStores", "ServiceProcess", "Messaging", "Sealing"]),
        executable(
            "Bench",
            ["Messaging", "Contracts", "WireProtocol", "CommandLineOptions", "FileAccess", "Threading"]),
        executable(
            "Gateway",
            [
                "ZeroMQ", "Messaging", "Contracts", "WireProtocol", "CommandLineOptions", "FileAccess",
                "Spelling", "TextLayout", "Threading",
            ]),

        library(
            "ShopTesting",
            [
                "Catalog", "Pricing", "Checkout", "SQLite", "SQLiteStores", "Messaging", "Contracts",
                "Sealing",
                "Threading", "WireProtocol", "ZeroMQ",
            ]),

        tests("ThreadingTests", ["Threading"]),
        tests("ZeroMQTests", ["ZeroMQ"]),
        tests("SQLiteTests", ["SQLite"]),
        tests("SealingTests", ["Sealing"]),
        tests("FoldingTests", ["Folding"]),
        tests("TextLayoutTests", ["TextLayout"]),
        tests("CommandLineOptionsTests", ["CommandLineOptions"]),
        tests("FileAccessTests", ["FileAccess"]),
        tests("CBORTests", ["CBOR"]),
        tests("WireProtocolTests", ["WireProtocol"]),
        tests("ContractsTests", ["Contracts", "WireProtocol", "CBOR"], exclude: ["Golden"]),
        tests("MessagingTests", ["Messaging", "ZeroMQ", "WireProtocol", "Threading", "ShopTesting"]),
        tests("ShopTestingTests", ["ShopTesting"]),
        tests("CatalogTests", ["Catalog", "Contracts", "ShopTesting"]),
        tests("PricingTests", ["Pricing", "Contracts", "ShopTesting"]),
        tests("CheckoutTests", ["Checkout", "Contracts", "ShopTesting"]),
        tests(
            "SQLiteStoresTests",
            [
                "Messaging", "SQLite", "WireProtocol", "SQLiteStores", "Catalog", "Pricing", "Checkout",
                "ShopTesting",
            ]),
        tests(
            "ServiceProcessTests",
            ["ServiceProcess", "Messaging", "SQLite", "ShopTesting", "WireProtocol"]),
        tests("BenchTests", ["Bench", "CommandLineOptions", "Threading", "WireProtocol"]),
        tests(
            "GatewayTests",
            ["Gateway", "Messaging", "Contracts", "WireProtocol", "CommandLineOptions", "Threading"]),
        tests(
            "ShopTests",
            [
                "CatalogService", "PricingService", "CheckoutService", "Gateway", "Bench",
                "Messaging", "Contracts", "WireProtocol", "ZeroMQ", "SQLite", "ShopTesting", "Threading",
            ]),
    ]
)
