// A gRPC asynchronous client in a closed loop: a fixed number of quotes in flight over one channel. Both of gRPC's
// asynchronous interfaces are here, since neither is the faster one for every number in flight.

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <vector>

#include "../timing/options.h"
#include "../timing/samples.h"
#include "call.h"

namespace {

constexpr int most_samples = 4000000;
constexpr unsigned spare_seconds = 30;

// What was measured so far; ends the process when the time is up, with what is still in flight.
class Measurement {
public:
    Measurement(double warmup, double duration, int in_flight)
        : begin_(nanoseconds_now() + nanoseconds_of(warmup)), end_(begin_ + nanoseconds_of(duration)),
          in_flight_(in_flight), samples_(samples_make(most_samples)) {}

    void add(const Call &call) {
        std::uint64_t now = nanoseconds_now();
        std::lock_guard<std::mutex> one_at_a_time(mutex_);
        if (!call.is_right()) {
            std::fputs("a quote was refused or wrong\n", stderr);
            std::_Exit(1);
        }
        if (now >= begin_) samples_add(&samples_, now - call.sent_at());
        if (now >= end_) finish(call, now);
    }

private:
    [[noreturn]] void finish(const Call &last, std::uint64_t now) {
        std::printf(
            "{\"perSecond\":%.1f,\"inFlight\":%d,\"requestBytes\":%zu,\"replyBytes\":%zu,",
            (double)samples_.count * 1e9 / (double)(now - begin_), in_flight_, last.request_bytes(),
            last.reply_bytes());
        samples_print(&samples_);
        std::puts("}");
        std::fflush(stdout);
        std::_Exit(0);
    }

    const std::uint64_t begin_, end_;
    const int in_flight_;
    std::mutex mutex_;
    samples samples_;
};

[[noreturn]] void run_with_queue(peer::Pricing::Stub &stub, std::vector<Call> &calls, Measurement &measurement) {
    grpc::CompletionQueue queue;
    int number = 0;
    for (Call &call : calls) call.start(stub, queue, number++);
    void *tag = nullptr;
    bool succeeded = false;
    while (queue.Next(&tag, &succeeded)) {
        Call &call = *static_cast<Call *>(tag);
        measurement.add(call);
        call.start(stub, queue, number++);
    }
    std::_Exit(1);
}

[[noreturn]] void run_with_callbacks(peer::Pricing::Stub &stub, std::vector<Call> &calls, Measurement &measurement) {
    std::atomic<int> number{0};
    std::function<void(Call &)> answered = [&](Call &call) {
        measurement.add(call);
        call.start(stub, answered, number++);
    };
    for (Call &call : calls) call.start(stub, answered, number++);
    for (;;) pause();
}

}  // namespace

int main(int argc, char **argv) {
    auto channel = grpc::CreateChannel(
        text_option(argc, argv, "--connect", nullptr), grpc::InsecureChannelCredentials());
    auto stub = peer::Pricing::NewStub(channel);
    bool queued = std::strcmp(text_option(argc, argv, "--api", "callback"), "queue") == 0;
    int in_flight = (int)number_option(argc, argv, "--inflight", "1");
    double warmup = number_option(argc, argv, "--warmup", "1");
    double duration = number_option(argc, argv, "--duration", "3");
    if (in_flight < 1) return 2;
    alarm((unsigned)(warmup + duration) + spare_seconds);

    std::vector<Call> calls(in_flight);
    Measurement measurement(warmup, duration, in_flight);
    if (queued) run_with_queue(*stub, calls, measurement);
    run_with_callbacks(*stub, calls, measurement);
}
