/// What starts the shop where a service is looked for.
enum ShopStart {
    /// In the network of `docker-compose.yml` each service's host is called like the service; scripts of the source
    /// tree are not there.
    static func isInContainers(_ service: Service, at address: String) -> Bool {
        address.contains("//\(service.name):")
    }

    static func hint(_ service: Service, at address: String) -> String {
        hint(inContainers: isInContainers(service, at: address))
    }

    static func hint(inContainers: Bool) -> String {
        "`\(inContainers ? "docker compose up" : "deploy/up")` starts the shop"
    }
}
