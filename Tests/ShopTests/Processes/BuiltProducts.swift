import Foundation

/// Where the executables under test and their starter shop are.
enum BuiltProducts {
    /// The build puts executables beside the test bundle.
    static let folder: URL = {
        #if canImport(Darwin)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return bundle.bundleURL.deletingLastPathComponent()
        #else
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent()
        #endif
    }()

    static let starterShop = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "deploy/data")

    static func executable(_ name: String) -> URL { folder.appending(path: name) }
}
