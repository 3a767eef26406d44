import WireProtocol

/// A part of an answer that another service gives: known, or missing because that one cannot answer.
enum Part<Value: Sendable>: Sendable {
    case known(Value)
    case missing(ServiceFailure)

    var value: Value? {
        if case .known(let value) = self { value } else { nil }
    }

    var failure: ServiceFailure? {
        if case .missing(let failure) = self { failure } else { nil }
    }
}

extension Shop {
    /// Asks for what an answer can do without: a service that is late or away leaves the part missing, a refusal
    /// is an error.
    ///
    /// - Parameter limit: how much of the time it may take at most, in milliseconds.
    func part<R: Request>(
        _ request: R, withinMilliseconds limit: Int = .max
    ) async -> Result<Part<R.Reply>, GatewayError> {
        do throws(GatewayError) {
            return .success(.known(try await call(request, withinMilliseconds: limit).value))
        } catch {
            guard case .service(let failure, _) = error, failure.isOutage else {
                return .failure(error)
            }
            return .success(.missing(failure))
        }
    }
}
