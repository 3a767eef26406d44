import CommandLineOptions
import Contracts

/// Where a basket goes.
enum DestinationFlags {
    static let country = Flag("--country", value: "CODE", help: "Country, two capital letters such as US")
    static let region = Flag("--region", value: "CODE", help: "State or region")
    static let postalCode = Flag("--postal-code", value: "CODE", help: "Postal code")

    static let all = [country, region, postalCode]

    /// Nil when no country is given: the shop's home country holds.
    static func destination(_ parsed: Parsed) throws(UsageError) -> Destination? {
        let region = parsed.textOrNil(region)
        let postalCode = parsed.textOrNil(postalCode)
        guard parsed.textOrNil(country) != nil else {
            guard region == nil, postalCode == nil else {
                throw UsageError(message: "--region and --postal-code need --country")
            }
            return nil
        }
        return Destination(
            country: try parsed.country(country), region: region, postalCode: postalCode)
    }
}
