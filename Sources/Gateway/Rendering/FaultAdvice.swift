import WireProtocol

/// What to do next after a fault, by its code.
enum FaultAdvice {
    static func advice(for fault: Fault, from service: Service) -> String? {
        if fault.retryable, let known = passing[fault.code] { return known }
        if let known = byCode[fault.code] { return known }
        guard fault.status.isOutage else { return nil }
        let status = service == .other ? nil : "`gateway status` tells how \(service) is"
        return fault.retryable
            ? ["try again", status].compactMap(\.self).joined(separator: "; ")
            : status.map { $0 + ", and what helps" }
    }

    /// Of what passes by itself.
    private static let passing = [
        "in_progress": "the same change is underway: ask again shortly",
        "overloaded": "try again shortly",
        "draining": "the service is stopping: try again shortly",
    ]

    /// How a product gets its first price.
    static let givingOffer = "`gateway price SKU AMOUNT` makes one"

    private static let byCode = [
        "unknown_sku": "`gateway search` finds skus",
        "unknown_order": "`gateway orders` lists them",
        "no_offer": givingOffer,
        "coupon_rejected": "order without it, or see `gateway quote` with it",
        "no_price": "`gateway price SKU AMOUNT` sets one, --currency asks in another",
        "unsupported_currency": "--currency chooses another",
        "unknown_option": "`gateway show SKU` lists the options",
        "option_required": "`gateway show SKU` lists the options",
        "quantity_too_small": "`gateway show SKU` tells the quantities",
        "quantity_too_large": "`gateway show SKU` tells the quantities",
        "quantity_off_step": "`gateway show SKU` tells the quantities",
        "out_of_stock": "`gateway show SKU` tells what is left",
        "quote_expired": "order again without --token to be quoted the price of now",
        "invalid_quote": "order again without --token to be quoted the price of now",
        "total_changed": "order again without --token to see the total of now",
        "quote_used": "`gateway order-status` shows that order",
        "idempotency_conflict":
            "what was done with it stays done: `gateway order-status --key KEY` shows an order",
        "invalid_address": "see `gateway order --help`",
        "wrong_state": "`gateway order-status` shows where the order stands",
        "invalid_cursor": "leave --cursor out to start with the first page",
        "unknown_method": "`gateway describe` lists the methods",
        "no_product": "`gateway product put FILE` tells the catalog what it is",
        "seal_keys_differ":
            "start both with the same --seal-key (SHOP_SEAL_KEY), and put the file back where it is lost",
    ]
}
