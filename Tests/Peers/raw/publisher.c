/* A PUB socket that sends one event per interval, each with the time at which it was sent. */

#include "../timing/clock.h"
#include "../timing/options.h"
#include "event.h"
#include "frames.h"

#include <unistd.h>

static void wait_until(uint64_t nanoseconds) {
    struct timespec until = {(time_t)(nanoseconds / 1000000000u), (long)(nanoseconds % 1000000000u)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0) continue;
}

int main(int argc, char **argv) {
    const char *endpoint = text_option(argc, argv, "--bind", NULL);
    uint64_t interval = nanoseconds_of(number_option(argc, argv, "--interval", "0.002"));
    if (interval == 0) return 2;
    alarm(longest_life_seconds);
    struct event_body body;
    fill_body(body.filler, sizeof body.filler);

    void *publisher = zmq_socket(zmq_ctx_new(), ZMQ_PUB);
    require(zmq_bind(publisher, endpoint) == 0, endpoint);
    puts("ready");
    fflush(stdout);
    for (uint64_t next = nanoseconds_now();; next += interval) {
        wait_until(next);
        body.sent_nanoseconds = nanoseconds_now();
        require(zmq_send(publisher, EVENT_TOPIC, sizeof EVENT_TOPIC - 1, ZMQ_SNDMORE) >= 0, "send");
        require(zmq_send(publisher, EVENT_HEADER, sizeof EVENT_HEADER - 1, ZMQ_SNDMORE) >= 0, "send");
        require(zmq_send(publisher, &body, sizeof body, 0) >= 0, "send");
    }
}
