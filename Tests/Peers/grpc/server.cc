// A gRPC callback server that prices a basket: looks each sku up, computes line, tax and total.

#include <grpcpp/grpcpp.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <unordered_map>

#include "../timing/options.h"
#include "offers.h"
#include "quote.grpc.pb.h"

namespace {

constexpr int longest_life_seconds = 900;

class PricingService final : public peer::Pricing::CallbackService {
public:
    PricingService() {
        for (int i = 0; i < offers::count; i++) unit_prices_[offers::sku(i)] = offers::unit_price(i);
    }

    grpc::ServerUnaryReactor *Quote(
        grpc::CallbackServerContext *context, const peer::QuoteRequest *request,
        peer::QuoteReply *reply) override {
        grpc::ServerUnaryReactor *reactor = context->DefaultReactor();
        reactor->Finish(price(*request, *reply));
        return reactor;
    }

private:
    grpc::Status price(const peer::QuoteRequest &request, peer::QuoteReply &reply) const {
        std::int64_t net = 0, tax = 0;
        for (const peer::BasketLine &wanted : request.lines()) {
            auto offer = unit_prices_.find(wanted.sku());
            if (offer == unit_prices_.end()) return {grpc::StatusCode::NOT_FOUND, wanted.sku()};
            peer::QuoteLine *line = reply.add_lines();
            line->set_sku(wanted.sku());
            line->set_quantity(wanted.quantity());
            line->set_unit_price(offer->second);
            line->set_total(offer->second * wanted.quantity());
            line->set_tax(offers::tax(line->total()));
            net += line->total();
            tax += line->tax();
        }
        finish(request, net, tax, reply);
        return grpc::Status::OK;
    }

    void finish(
        const peer::QuoteRequest &request, std::int64_t net, std::int64_t tax, peer::QuoteReply &reply) const {
        reply.set_currency(request.currency());
        reply.set_at("2026-06-19T09:30:00.000Z");
        reply.set_subtotal(net);
        reply.set_tax(tax);
        reply.set_total(net + tax);
        peer::TaxSum *sum = reply.add_taxes();
        sum->set_name("Sales tax");
        sum->set_rate_ppm(offers::tax_rate_ppm);
        sum->set_net(net);
        sum->set_tax(tax);
        reply.set_tax_mode("line");
        reply.set_rounding("half_up");
        reply.mutable_destination()->set_country(request.country());
        reply.set_id(request.id());
        reply.set_filler(filler_);
    }

    std::unordered_map<std::string, std::int64_t> unit_prices_;
    const std::string filler_ = std::string(355, 'x');
};

}  // namespace

int main(int argc, char **argv) {
    const char *address = text_option(argc, argv, "--bind", nullptr);
    alarm(longest_life_seconds);
    PricingService service;
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort(address, grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&service);
    std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    if (!server || port == 0) {
        std::fprintf(stderr, "cannot listen on %s\n", address);
        return 1;
    }
    std::puts("ready");
    std::fflush(stdout);
    server->Wait();
}
