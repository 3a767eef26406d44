#ifndef GRPC_CALL_H
#define GRPC_CALL_H

#include <grpcpp/grpcpp.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "../timing/clock.h"
#include "offers.h"
#include "quote.grpc.pb.h"

// One quote in flight; used again for the next when it is answered.
class Call {
public:
    // Answered through the queue, with this call as its tag.
    void start(peer::Pricing::Stub &stub, grpc::CompletionQueue &queue, int number) {
        prepare(number);
        reader_ = stub.AsyncQuote(&*context_, request_, &queue);
        reader_->Finish(&reply_, &status_, this);
    }

    // Answered on one of gRPC's own threads.
    void start(peer::Pricing::Stub &stub, const std::function<void(Call &)> &answered, int number) {
        prepare(number);
        stub.async()->Quote(&*context_, &request_, &reply_, [this, &answered](grpc::Status status) {
            status_ = std::move(status);
            answered(*this);
        });
    }

    bool is_right() const { return status_.ok() && reply_.lines_size() == 3 && reply_.total() == expected_total_; }
    std::uint64_t sent_at() const { return sent_at_; }
    size_t request_bytes() const { return request_.ByteSizeLong(); }
    size_t reply_bytes() const { return reply_.ByteSizeLong(); }

private:
    void prepare(int number) {
        request_.Clear();
        request_.set_currency("USD");
        request_.set_country("US");
        request_.set_id("01J0ZX7Q8M-PEER-" + std::to_string(1000000000 + number));
        request_.set_traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        expected_total_ = 0;
        for (int i = 0; i < 3; i++) add_line((number * 3 + i) % offers::count, i + 1);
        reply_.Clear();
        context_.emplace();
        sent_at_ = nanoseconds_now();
    }

    void add_line(int offer, int quantity) {
        peer::BasketLine *line = request_.add_lines();
        line->set_sku(offers::sku(offer));
        line->set_quantity(quantity);
        std::int64_t net = offers::unit_price(offer) * quantity;
        expected_total_ += net + offers::tax(net);
    }

    std::optional<grpc::ClientContext> context_;
    std::unique_ptr<grpc::ClientAsyncResponseReader<peer::QuoteReply>> reader_;
    peer::QuoteRequest request_;
    peer::QuoteReply reply_;
    grpc::Status status_;
    std::int64_t expected_total_ = 0;
    std::uint64_t sent_at_ = 0;
};

#endif
